//! Type names as one would write them.

/// `Owned<Deployment>` for `kopr::extract::owned::Owned<k8s_openapi::api::apps::v1::Deployment>`.
///
/// Module paths go, and so do kopr's default parameters, so that the text is what stands in the code.
pub(crate) fn type_name<T: ?Sized>() -> String {
    short(std::any::type_name::<T>())
}

fn short(full: &str) -> String {
    let mut out = String::new();
    let mut path = String::new();
    for c in full.chars() {
        if c.is_alphanumeric() || c == '_' || c == ':' {
            path.push(c);
        } else {
            out.push_str(path.rsplit("::").next().unwrap_or_default());
            path.clear();
            out.push(c);
        }
    }
    out.push_str(path.rsplit("::").next().unwrap_or_default());
    for default in [", Watched>", ", Keep>", ", Any>"] {
        // `Write<T, Keep, Watched>` and `Get<T, Any, Watched>` lose both, in this order.
        out = out.replace(default, ">");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short() {
        for (full, expected) in [
            (
                "kopr::extract::owned::Owned<k8s_openapi::api::apps::v1::Deployment, kopr::extract::owned::Keep>",
                "Owned<Deployment>",
            ),
            ("kopr::Owned<a::B, kopr::Delete>", "Owned<B, Delete>"),
            ("kopr::Write<a::B, kopr::Keep, kopr::Watched>", "Write<B>"),
            (
                "kopr::Write<a::B, kopr::Keep, kopr::Here>",
                "Write<B, Keep, Here>",
            ),
            ("kopr::Get<a::B, kopr::Any, kopr::Watched>", "Get<B>"),
            ("kopr::Get<a::B, c::Bundle, kopr::Watched>", "Get<B, Bundle>"),
            ("alloc::sync::Arc<[u8; 4]>", "Arc<[u8; 4]>"),
            ("kopr::State<(alloc::string::String, u8)>", "State<(String, u8)>"),
            ("u32", "u32"),
        ] {
            assert_eq!(short(full), expected);
        }
    }
}
