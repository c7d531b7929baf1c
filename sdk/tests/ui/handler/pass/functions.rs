//! Functions as handlers: of one to thirteen arguments, generic, with every result that is allowed.
#![allow(clippy::too_many_arguments, reason = "their number is the test")]

use kopr::k8s_openapi::api::apps::v1::{Deployment, StatefulSet};
use kopr::k8s_openapi::api::core::v1::{ConfigMap, Namespace};
use kopr::kube;
use kopr::prelude::*;

macro_rules! arities {
    ($($name:ident $count:literal $($argument:ident)*;)*) => {
        $(
            async fn $name(_config: Arc<ConfigMap>, $($argument: Events),*) -> Result<Action> {
                $( drop($argument); )*
                Ok(Action::await_change())
            }
        )*

        #[test]
        fn one_to_thirteen_arguments() {
            $(
                let model = Operator::new("config-operator")
                    .controller(Controller::new($name).cleanup($name))
                    .describe()
                    .expect("so many are allowed");
                for handler in &model.controllers[0].handlers {
                    assert_eq!(handler.arguments.len(), $count);
                }
            )*
        }
    };
}

arities! {
    a1 1;
    a2 2 a;
    a3 3 a b;
    a4 4 a b c;
    a5 5 a b c d;
    a6 6 a b c d e;
    a7 7 a b c d e f;
    a8 8 a b c d e f g;
    a9 9 a b c d e f g h;
    a10 10 a b c d e f g h i;
    a11 11 a b c d e f g h i j;
    a12 12 a b c d e f g h i j k;
    a13 13 a b c d e f g h i j k l;
}

#[derive(Debug)]
struct OwnError;
impl std::fmt::Display for OwnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("own")
    }
}
impl std::error::Error for OwnError {}

async fn unit(_config: Arc<ConfigMap>) -> Result<()> {
    Ok(())
}
async fn own_error(_config: Arc<ConfigMap>) -> Result<Action, OwnError> {
    Err(OwnError)
}
async fn of_kube(_config: Arc<ConfigMap>) -> Result<(), kube::Error> {
    Ok(())
}
async fn boxed(_config: Arc<ConfigMap>) -> Result<Action, std::io::Error> {
    Ok(Action::requeue(Duration::from_secs(1)))
}
fn not_async_but_a_future(_config: Arc<ConfigMap>) -> impl Future<Output = Result<Action>> + Send {
    std::future::ready(Ok(Action::await_change()))
}

/// Generic over the child.
async fn of<C>(_config: Arc<ConfigMap>, _children: Owned<C>) -> Result<()>
where
    C: kopr::ChildOf<ConfigMap>,
{
    Ok(())
}

/// Generic over the object.
async fn any<K: kopr::Primary>(_object: Arc<K>, _events: Events) -> Result<()> {
    Ok(())
}

/// A cluster-scoped object may own both.
async fn of_the_cluster(
    _namespace: Arc<Namespace>,
    _spaces: Owned<Namespace>,
    _deployments: Owned<Deployment>,
) -> Result<()> {
    Ok(())
}

#[test]
fn all_are_controllers() {
    let operator = Operator::new("config-operator")
        .controller(Controller::new(unit).name("a"))
        .controller(Controller::new(own_error).name("b"))
        .controller(Controller::new(of_kube).name("c"))
        .controller(Controller::new(boxed).name("d"))
        .controller(Controller::new(not_async_but_a_future).name("e"))
        .controller(Controller::new(of::<Deployment>).name("f"))
        .controller(Controller::new(of::<StatefulSet>).name("g"))
        .controller(
            Controller::new(any::<ConfigMap>)
                .name("h")
                .cleanup(any::<ConfigMap>),
        )
        .controller(any::<Deployment>)
        .controller(of_the_cluster);
    let model = operator.describe().expect("each of them is one");
    assert_eq!(model.controllers.len(), 10);
    let of: Vec<&str> = model
        .controllers
        .iter()
        .filter_map(|controller| controller.handlers[0].arguments.get(1))
        .map(|argument| argument.type_.as_str())
        .collect();
    assert_eq!(
        of,
        [
            "Events",
            "Owned<Deployment>",
            "Owned<StatefulSet>",
            "Events",
            "Owned<Namespace>"
        ]
    );
}
