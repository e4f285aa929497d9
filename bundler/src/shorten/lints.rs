//! Lints that level 3 sets off, and that its bundles allow.

/// The lint to allow for a warning that short names cause, or narrower visibilities: unread fields of types
/// that were public.
pub(super) fn allowed_lint(code: &str) -> Option<String> {
    match code {
        "non_snake_case" | "non_camel_case_types" | "non_upper_case_globals" => {
            Some("nonstandard_style".into())
        }
        "mixed_script_confusables" | "confusable_idents" | "uncommon_codepoints" | "dead_code" => {
            Some(code.into())
        }
        _ => None,
    }
}
