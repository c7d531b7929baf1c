//! What `snapshots/access.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
#[automatically_derived]
impl<C: Kind, __KoprPrimary: ::kopr::Kind> ::kopr::extract::Extract<__KoprPrimary>
for Children<C>
where
    Owned<Deployment>: ::kopr::extract::Extract<__KoprPrimary>,
    Owned<C, Delete>: ::kopr::extract::Extract<__KoprPrimary>,
{
    fn needs(needs: &mut ::kopr::extract::Needs) {
        <Owned<Deployment> as ::kopr::extract::Extract<__KoprPrimary>>::needs(needs);
        <Owned<C, Delete> as ::kopr::extract::Extract<__KoprPrimary>>::needs(needs);
    }
    fn extract(context: &::kopr::extract::Context<__KoprPrimary>) -> Self {
        Self {
            deployments: <Owned<
                Deployment,
            > as ::kopr::extract::Extract<__KoprPrimary>>::extract(context),
            each: <Owned<
                C,
                Delete,
            > as ::kopr::extract::Extract<__KoprPrimary>>::extract(context),
        }
    }
}
