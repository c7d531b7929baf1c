//! Values that may be missing (1.28).

pub(super) const TABLE: &str = "
    optional_of                          optional.of(V) -> optional(V)
    optional_ofNonZeroValue              optional.ofNonZeroValue(V) -> optional(V)
    optional_none                        optional.none() -> optional(V)
    optional_value                       optional(V).value() -> V
    optional_hasValue                    optional(V).hasValue() -> bool
    optional_or_optional                 optional(V).or(optional(V)) -> optional(V)
    optional_orValue_value               optional(V).orValue(V) -> V
    list_optindex_optional_int           _[?_](list(V), int) -> optional(V)
    optional_list_optindex_optional_int  _[?_](optional(list(V)), int) -> optional(V)
    map_optindex_optional_value          _[?_](map(K, V), K) -> optional(V)
    optional_map_optindex_optional_value _[?_](optional(map(K, V)), K) -> optional(V)
    optional_list_index_int              _[_](optional(list(V)), int) -> optional(V)
    optional_map_index_value             _[_](optional(map(K, V)), K) -> optional(V)
    list_last                            list(V).last() -> optional(V)
    list_first                           list(V).first() -> optional(V)
    optional_unwrap                      optional.unwrap(list(optional(V))) -> list(V)
    optional_unwrapOpt                   list(optional(V)).unwrapOpt() -> list(V)
";
