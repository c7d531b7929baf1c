//! CEL's own functions.

pub(super) const TABLE: &str = "
    size_bytes             size(bytes) -> int
    bytes_size             bytes.size() -> int
    size_list              size(list(A)) -> int
    list_size              list(A).size() -> int
    size_map               size(map(A, B)) -> int
    map_size               map(A, B).size() -> int
    size_string            size(string) -> int
    string_size            string.size() -> int
    type                   type(A) -> type(A)
    to_dyn                 dyn(A) -> dyn
    bool_to_bool           bool(bool) -> bool
    string_to_bool         bool(string) -> bool
    bytes_to_bytes         bytes(bytes) -> bytes
    string_to_bytes        bytes(string) -> bytes
    double_to_double       double(double) -> double
    int_to_double          double(int) -> double
    string_to_double       double(string) -> double
    uint_to_double         double(uint) -> double
    duration_to_duration   duration(duration) -> duration
    string_to_duration     duration(string) -> duration
    int_to_int             int(int) -> int
    double_to_int          int(double) -> int
    duration_to_int        int(duration) -> int
    string_to_int          int(string) -> int
    timestamp_to_int       int(timestamp) -> int
    uint_to_int            int(uint) -> int
    string_to_string       string(string) -> string
    bool_to_string         string(bool) -> string
    bytes_to_string        string(bytes) -> string
    double_to_string       string(double) -> string
    duration_to_string     string(duration) -> string
    int_to_string          string(int) -> string
    timestamp_to_string    string(timestamp) -> string
    uint_to_string         string(uint) -> string
    timestamp_to_timestamp timestamp(timestamp) -> timestamp
    int_to_timestamp       timestamp(int) -> timestamp
    string_to_timestamp    timestamp(string) -> timestamp
    uint_to_uint           uint(uint) -> uint
    double_to_uint         uint(double) -> uint
    int_to_uint            uint(int) -> uint
    string_to_uint         uint(string) -> uint
    contains_string        string.contains(string) -> bool
    ends_with_string       string.endsWith(string) -> bool
    starts_with_string     string.startsWith(string) -> bool
    matches                matches(string, string) -> bool
    matches_string         string.matches(string) -> bool
";
