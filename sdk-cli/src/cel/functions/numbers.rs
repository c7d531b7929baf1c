//! Quantities (1.28) and versions (1.33).

pub(super) const TABLE: &str = "
    string_to_quantity       quantity(string) -> Quantity
    is_quantity_string       isQuantity(string) -> bool
    quantity_sign            sign(Quantity) -> int
    quantity_is_greater_than Quantity.isGreaterThan(Quantity) -> bool
    quantity_is_less_than    Quantity.isLessThan(Quantity) -> bool
    quantity_compare_to      Quantity.compareTo(Quantity) -> int
    quantity_get_float       Quantity.asApproximateFloat() -> double
    quantity_get_int         Quantity.asInteger() -> int
    quantity_is_integer      Quantity.isInteger() -> bool
    quantity_add             Quantity.add(Quantity) -> Quantity
    quantity_add_int         Quantity.add(int) -> Quantity
    quantity_sub             Quantity.sub(Quantity) -> Quantity
    quantity_sub_int         Quantity.sub(int) -> Quantity
    string_to_semver         semver(string) -> Semver
    string_bool_to_semver    semver(string, bool) -> Semver
    is_semver_string         isSemver(string) -> bool
    is_semver_string_bool    isSemver(string, bool) -> bool
    semver_is_greater_than   Semver.isGreaterThan(Semver) -> bool
    semver_is_less_than      Semver.isLessThan(Semver) -> bool
    semver_compare_to        Semver.compareTo(Semver) -> int
    semver_major             Semver.major() -> int
    semver_minor             Semver.minor() -> int
    semver_patch             Semver.patch() -> int
";
