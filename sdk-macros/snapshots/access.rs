//! A struct of extractors with a parameter of its own.

#[derive(Access)]
pub struct Children<C: Kind> {
    deployments: Owned<Deployment>,
    each: Owned<C, Delete>,
}
