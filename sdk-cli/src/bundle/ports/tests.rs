//! Inputs that are easily read wrongly; what is expected is what the Go libraries said of each.
