//! Lists, sets and maps (1.25, `sets` 1.29, `sort` and its kin 1.34).

pub(super) const TABLE: &str = "
    list_slice                          list(T).slice(int, int) -> list(T)
    list_flatten                        list(list(T)).flatten() -> list(T)
    list_flatten_int                    list(dyn).flatten(int) -> list(dyn)
    lists_range                         lists.range(int) -> list(int)
    list_reverse                        list(T).reverse() -> list(T)
    list_distinct                       list(T).distinct() -> list(T)
    list_int_sort                       list(int).sort() -> list(int)
    list_uint_sort                      list(uint).sort() -> list(uint)
    list_double_sort                    list(double).sort() -> list(double)
    list_bool_sort                      list(bool).sort() -> list(bool)
    list_duration_sort                  list(duration).sort() -> list(duration)
    list_timestamp_sort                 list(timestamp).sort() -> list(timestamp)
    list_string_sort                    list(string).sort() -> list(string)
    list_bytes_sort                     list(bytes).sort() -> list(bytes)
    list_int_sortByAssociatedKeys       list(T).@sortByAssociatedKeys(list(int)) -> list(T)
    list_uint_sortByAssociatedKeys      list(T).@sortByAssociatedKeys(list(uint)) -> list(T)
    list_double_sortByAssociatedKeys    list(T).@sortByAssociatedKeys(list(double)) -> list(T)
    list_bool_sortByAssociatedKeys      list(T).@sortByAssociatedKeys(list(bool)) -> list(T)
    list_duration_sortByAssociatedKeys  list(T).@sortByAssociatedKeys(list(duration)) -> list(T)
    list_timestamp_sortByAssociatedKeys list(T).@sortByAssociatedKeys(list(timestamp)) -> list(T)
    list_string_sortByAssociatedKeys    list(T).@sortByAssociatedKeys(list(string)) -> list(T)
    list_bytes_sortByAssociatedKeys     list(T).@sortByAssociatedKeys(list(bytes)) -> list(T)
    list_int_is_sorted_bool             list(int).isSorted() -> bool
    list_uint_is_sorted_bool            list(uint).isSorted() -> bool
    list_double_is_sorted_bool          list(double).isSorted() -> bool
    list_bool_is_sorted_bool            list(bool).isSorted() -> bool
    list_duration_is_sorted_bool        list(duration).isSorted() -> bool
    list_timestamp_is_sorted_bool       list(timestamp).isSorted() -> bool
    list_string_is_sorted_bool          list(string).isSorted() -> bool
    list_bytes_is_sorted_bool           list(bytes).isSorted() -> bool
    list_int_sum_int                    list(int).sum() -> int
    list_uint_sum_uint                  list(uint).sum() -> uint
    list_double_sum_double              list(double).sum() -> double
    list_duration_sum_duration          list(duration).sum() -> duration
    list_int_max_int                    list(int).max() -> int
    list_uint_max_uint                  list(uint).max() -> uint
    list_double_max_double              list(double).max() -> double
    list_bool_max_bool                  list(bool).max() -> bool
    list_duration_max_duration          list(duration).max() -> duration
    list_timestamp_max_timestamp        list(timestamp).max() -> timestamp
    list_string_max_string              list(string).max() -> string
    list_bytes_max_bytes                list(bytes).max() -> bytes
    list_int_min_int                    list(int).min() -> int
    list_uint_min_uint                  list(uint).min() -> uint
    list_double_min_double              list(double).min() -> double
    list_bool_min_bool                  list(bool).min() -> bool
    list_duration_min_duration          list(duration).min() -> duration
    list_timestamp_min_timestamp        list(timestamp).min() -> timestamp
    list_string_min_string              list(string).min() -> string
    list_bytes_min_bytes                list(bytes).min() -> bytes
    list_a_index_of_int                 list(A).indexOf(A) -> int
    list_a_last_index_of_int            list(A).lastIndexOf(A) -> int
    list_sets_contains_list             sets.contains(list(T), list(T)) -> bool
    list_sets_equivalent_list           sets.equivalent(list(T), list(T)) -> bool
    list_sets_intersects_list           sets.intersects(list(T), list(T)) -> bool
    map_insert_key_value                cel.@mapInsert(map(K, V), K, V) -> map(K, V)
    map_insert_map                      cel.@mapInsert(map(K, V), map(K, V)) -> map(K, V)
";
