//! Operators, by the names that the parser gives them.

pub(super) const TABLE: &str = "
    conditional                  _?_:_(bool, A, A) -> A
    logical_and                  _&&_(bool, bool) -> bool
    logical_or                   _||_(bool, bool) -> bool
    logical_not                  !_(bool) -> bool
    not_strictly_false           @not_strictly_false(bool) -> bool
    equals                       _==_(A, A) -> bool
    not_equals                   _!=_(A, A) -> bool
    add_bytes                    _+_(bytes, bytes) -> bytes
    add_double                   _+_(double, double) -> double
    add_duration_duration        _+_(duration, duration) -> duration
    add_duration_timestamp       _+_(duration, timestamp) -> timestamp
    add_timestamp_duration       _+_(timestamp, duration) -> timestamp
    add_int64                    _+_(int, int) -> int
    add_list                     _+_(list(A), list(A)) -> list(A)
    add_string                   _+_(string, string) -> string
    add_uint64                   _+_(uint, uint) -> uint
    divide_double                _/_(double, double) -> double
    divide_int64                 _/_(int, int) -> int
    divide_uint64                _/_(uint, uint) -> uint
    multiply_double              _*_(double, double) -> double
    multiply_int64               _*_(int, int) -> int
    multiply_uint64              _*_(uint, uint) -> uint
    modulo_int64                 _%_(int, int) -> int
    modulo_uint64                _%_(uint, uint) -> uint
    negate_double                -_(double) -> double
    negate_int64                 -_(int) -> int
    subtract_double              _-_(double, double) -> double
    subtract_duration_duration   _-_(duration, duration) -> duration
    subtract_int64               _-_(int, int) -> int
    subtract_timestamp_duration  _-_(timestamp, duration) -> timestamp
    subtract_timestamp_timestamp _-_(timestamp, timestamp) -> duration
    subtract_uint64              _-_(uint, uint) -> uint
    less_bool                    _<_(bool, bool) -> bool
    less_int64                   _<_(int, int) -> bool
    less_int64_uint64            _<_(int, uint) -> bool
    less_int64_double            _<_(int, double) -> bool
    less_uint64_int64            _<_(uint, int) -> bool
    less_uint64                  _<_(uint, uint) -> bool
    less_uint64_double           _<_(uint, double) -> bool
    less_double_int64            _<_(double, int) -> bool
    less_double_uint64           _<_(double, uint) -> bool
    less_double                  _<_(double, double) -> bool
    less_string                  _<_(string, string) -> bool
    less_bytes                   _<_(bytes, bytes) -> bool
    less_timestamp               _<_(timestamp, timestamp) -> bool
    less_duration                _<_(duration, duration) -> bool
    less_equals_bool             _<=_(bool, bool) -> bool
    less_equals_int64            _<=_(int, int) -> bool
    less_equals_int64_uint64     _<=_(int, uint) -> bool
    less_equals_int64_double     _<=_(int, double) -> bool
    less_equals_uint64_int64     _<=_(uint, int) -> bool
    less_equals_uint64           _<=_(uint, uint) -> bool
    less_equals_uint64_double    _<=_(uint, double) -> bool
    less_equals_double_int64     _<=_(double, int) -> bool
    less_equals_double_uint64    _<=_(double, uint) -> bool
    less_equals_double           _<=_(double, double) -> bool
    less_equals_string           _<=_(string, string) -> bool
    less_equals_bytes            _<=_(bytes, bytes) -> bool
    less_equals_timestamp        _<=_(timestamp, timestamp) -> bool
    less_equals_duration         _<=_(duration, duration) -> bool
    greater_bool                 _>_(bool, bool) -> bool
    greater_int64                _>_(int, int) -> bool
    greater_int64_uint64         _>_(int, uint) -> bool
    greater_int64_double         _>_(int, double) -> bool
    greater_uint64_int64         _>_(uint, int) -> bool
    greater_uint64               _>_(uint, uint) -> bool
    greater_uint64_double        _>_(uint, double) -> bool
    greater_double_int64         _>_(double, int) -> bool
    greater_double_uint64        _>_(double, uint) -> bool
    greater_double               _>_(double, double) -> bool
    greater_string               _>_(string, string) -> bool
    greater_bytes                _>_(bytes, bytes) -> bool
    greater_timestamp            _>_(timestamp, timestamp) -> bool
    greater_duration             _>_(duration, duration) -> bool
    greater_equals_bool          _>=_(bool, bool) -> bool
    greater_equals_int64         _>=_(int, int) -> bool
    greater_equals_int64_uint64  _>=_(int, uint) -> bool
    greater_equals_int64_double  _>=_(int, double) -> bool
    greater_equals_uint64_int64  _>=_(uint, int) -> bool
    greater_equals_uint64        _>=_(uint, uint) -> bool
    greater_equals_uint64_double _>=_(uint, double) -> bool
    greater_equals_double_int64  _>=_(double, int) -> bool
    greater_equals_double_uint64 _>=_(double, uint) -> bool
    greater_equals_double        _>=_(double, double) -> bool
    greater_equals_string        _>=_(string, string) -> bool
    greater_equals_bytes         _>=_(bytes, bytes) -> bool
    greater_equals_timestamp     _>=_(timestamp, timestamp) -> bool
    greater_equals_duration      _>=_(duration, duration) -> bool
    index_list                   _[_](list(A), int) -> A
    index_map                    _[_](map(A, B), A) -> B
    in_list                      @in(A, list(A)) -> bool
    in_map                       @in(A, map(A, B)) -> bool
";

/// Whether a line is a comparison of numbers of different kinds, which Kubernetes turns on. Only those have the names
/// of two kinds of numbers in their id.
pub(super) fn is_across_kinds(line: &str) -> bool {
    let id = line.split_whitespace().next().unwrap_or_default();
    let kinds = id
        .split('_')
        .filter(|part| matches!(*part, "int64" | "uint64" | "double"));
    kinds.count() == 2
}
