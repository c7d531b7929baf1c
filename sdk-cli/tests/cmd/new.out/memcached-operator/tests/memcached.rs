//! The operator on a real API server, as the ServiceAccount that `deploy/` makes.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::testing::{Sandbox, run};

use memcached_operator::api::v1alpha1;
use memcached_operator::operator;

#[test]
fn an_object_becomes_a_deployment() -> kopr::Result<()> {
    run(async {
        let test = Sandbox::start(operator(), "deploy").await?;
        let spec = v1alpha1::MemcachedSpec {
            size: 3,
            image: "example:1".to_owned(),
        };
        let name = "one";
        let object = v1alpha1::Memcached::new(name, spec);
        let object = test.create(object).await?;
        let three = |found: &Deployment| found.spec.replicas == Some(3);
        test.wait(name, three).await?;
        test.until(&object, |seen| seen.status.is_some()).await?;
        // Fails unless the role grants exactly what was used.
        test.finish().await
    })
}
