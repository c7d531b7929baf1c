//! Parts of points and spans of time.

pub(super) const TABLE: &str = "
    timestamp_getFullYear          timestamp.getFullYear() -> int
    timestamp_getFullYear_zone     timestamp.getFullYear(string) -> int
    timestamp_getMonth             timestamp.getMonth() -> int
    timestamp_getMonth_zone        timestamp.getMonth(string) -> int
    timestamp_getDayOfYear         timestamp.getDayOfYear() -> int
    timestamp_getDayOfYear_zone    timestamp.getDayOfYear(string) -> int
    timestamp_getDayOfMonth        timestamp.getDayOfMonth() -> int
    timestamp_getDayOfMonth_zone   timestamp.getDayOfMonth(string) -> int
    timestamp_getDate              timestamp.getDate() -> int
    timestamp_getDate_zone         timestamp.getDate(string) -> int
    timestamp_getDayOfWeek         timestamp.getDayOfWeek() -> int
    timestamp_getDayOfWeek_zone    timestamp.getDayOfWeek(string) -> int
    timestamp_getHours             timestamp.getHours() -> int
    timestamp_getHours_zone        timestamp.getHours(string) -> int
    timestamp_getMinutes           timestamp.getMinutes() -> int
    timestamp_getMinutes_zone      timestamp.getMinutes(string) -> int
    timestamp_getSeconds           timestamp.getSeconds() -> int
    timestamp_getSeconds_zone      timestamp.getSeconds(string) -> int
    timestamp_getMilliseconds      timestamp.getMilliseconds() -> int
    timestamp_getMilliseconds_zone timestamp.getMilliseconds(string) -> int
    duration_getHours              duration.getHours() -> int
    duration_getMinutes            duration.getMinutes() -> int
    duration_getSeconds            duration.getSeconds() -> int
    duration_getMilliseconds       duration.getMilliseconds() -> int
";
