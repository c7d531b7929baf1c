//! Kinds with the names of what derived code and its readers use every day.

macro_rules! kinds {
    ($($module:ident $kind:ident $text:literal)*) => {
        $(
            mod $module {
                use ::kopr::{CustomResource, Schema};

                #[derive(CustomResource, ::serde::Serialize, ::serde::Deserialize, Clone, Debug)]
                #[kopr(
                    group = "awkward.example.com",
                    version = "v1",
                    kind = $text,
                    namespaced,
                    status = "State"
                )]
                pub struct Wanted {
                    #[kopr(column)]
                    pub size: i32,
                }

                #[derive(Schema, ::serde::Serialize, ::serde::Deserialize, Clone, Debug, Default)]
                pub struct State {
                    pub ready: i32,
                }

                pub async fn reconcile(
                    object: ::std::sync::Arc<$kind>,
                    status: ::kopr::extract::Status<$kind>,
                ) -> ::kopr::Result<::kopr::Action> {
                    status.update(|status| status.ready = object.spec.size).await?;
                    ::kopr::Result::Ok(::kopr::Action::await_change())
                }
            }
        )*

        #[test]
        fn they_are_kinds() {
            let operator = ::kopr::Operator::new("awkward-operator");
            $( let operator = operator.controller($module::reconcile); )*
            let model = operator.describe().expect("names of kinds are free");
            let mut expected = vec![$($text),*];
            expected.sort_unstable();
            let found: Vec<&str> = model.resources.iter().map(|resource| resource.kind.as_str()).collect();
            assert_eq!(found, expected);
        }
    };
}

kinds! {
    option Option "Option"
    boxed Box "Box"
    result Result "Result"
    default Default "Default"
    condition Condition "Condition"
    string String "String"
    vec Vec "Vec"
    clone Clone "Clone"
    serialize Serialize "Serialize"
    object Object "Object"
    status Status "Status"
    kind Kind "Kind"
    resource Resource "Resource"
    action Action "Action"
    dns DNS "DNS"
    http HTTP2Route "HTTP2Route"
    part Part "Part"
}
