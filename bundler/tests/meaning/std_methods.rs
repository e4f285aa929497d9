//! Own impls with the names of std's methods: each stays where it wins.

use std::collections::BTreeSet;
use std::process::Command;

use super::prove;

/// A type of std, receivers of its methods with an expression for each, and the methods' names.
type Inherent = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// The inherent methods of std's common types, and for each type the receivers whose own impl may win: those
/// that reach the methods through a dereference, an unsized coercion or a reference taken.
const METHODS: [Inherent; 6] = [
    (
        "str",
        &[("String", "String::from(\"ab\")"), ("Box<str>", "\"ab\".into()")],
        "as_bytes as_ptr as_str bytes char_indices chars contains encode_utf16 ends_with \
         eq_ignore_ascii_case \
         escape_debug escape_default escape_unicode find get into_boxed_bytes into_string is_ascii \
         is_char_boundary is_empty len lines make_ascii_lowercase make_ascii_uppercase match_indices \
         matches parse \
         repeat replace replacen rfind rmatch_indices rmatches rsplit rsplit_once rsplit_terminator rsplitn \
         split \
         split_ascii_whitespace split_at split_at_checked split_inclusive split_once split_terminator \
         split_whitespace splitn starts_with strip_prefix strip_suffix to_ascii_lowercase to_ascii_uppercase \
         to_lowercase to_uppercase trim trim_ascii trim_ascii_end trim_ascii_start trim_end trim_end_matches \
         trim_matches trim_start trim_start_matches",
    ),
    (
        "slice and array",
        &[("Vec<u8>", "vec![1, 2]"), ("[u8; 2]", "[1, 2]"), ("Box<[u8]>", "Box::new([1, 2])")],
        "as_array as_chunks as_mut_ptr as_mut_slice as_ptr as_slice binary_search binary_search_by \
         binary_search_by_key chunk_by chunks chunks_exact concat contains copy_from_slice copy_within \
         each_mut \
         each_ref ends_with escape_ascii fill fill_with first first_chunk first_mut get get_mut into_vec \
         is_ascii \
         is_empty is_sorted is_sorted_by is_sorted_by_key iter iter_mut join last last_chunk last_mut len \
         map \
         partition_point rchunks rchunks_exact repeat reverse rotate_left rotate_right rsplit rsplitn \
         select_nth_unstable sort sort_by sort_by_cached_key sort_by_key sort_unstable sort_unstable_by \
         split \
         split_at split_at_mut split_first split_inclusive split_last splitn starts_with strip_prefix \
         strip_suffix swap swap_with_slice to_ascii_lowercase to_vec trim_ascii utf8_chunks windows",
    ),
    (
        "Vec",
        &[("Box<Vec<u8>>", "Box::new(vec![1, 2])"), ("Vec<u8>", "vec![1, 2]")],
        "append as_mut_slice as_slice capacity clear dedup dedup_by dedup_by_key drain extend_from_slice \
         extend_from_within extract_if insert into_boxed_slice into_flattened is_empty leak len pop pop_if \
         push \
         remove reserve reserve_exact resize resize_with retain retain_mut set_len shrink_to shrink_to_fit \
         spare_capacity_mut splice split_off swap_remove truncate try_reserve",
    ),
    (
        "String",
        &[("Box<String>", "Box::new(String::new())"), ("String", "String::new()")],
        "as_bytes as_mut_str as_str capacity clear drain insert insert_str into_boxed_str into_bytes \
         is_empty leak \
         len pop push push_str remove replace_range reserve reserve_exact retain shrink_to shrink_to_fit \
         split_off \
         truncate try_reserve",
    ),
    (
        "HashMap",
        &[
            ("Box<std::collections::HashMap<u8, u8>>", "Default::default()"),
            ("std::collections::HashMap<u8, u8>", "Default::default()"),
        ],
        "capacity clear contains_key drain entry extract_if get get_key_value get_mut hasher insert \
         into_keys \
         into_values is_empty iter iter_mut keys len remove remove_entry reserve retain shrink_to \
         shrink_to_fit \
         try_reserve values values_mut",
    ),
    (
        "integers",
        &[("Box<u32>", "Box::new(7)"), ("u32", "7"), ("&'static i64", "&7")],
        "abs abs_diff cast_signed cast_unsigned checked_add checked_div checked_ilog2 checked_mul \
         checked_neg \
         checked_next_multiple_of checked_pow checked_rem checked_shl checked_sub count_ones count_zeros \
         div_ceil \
         div_euclid ilog ilog10 ilog2 is_negative is_positive is_power_of_two isqrt leading_ones \
         leading_zeros \
         midpoint next_multiple_of next_power_of_two overflowing_add overflowing_neg pow rem_euclid \
         reverse_bits \
         rotate_left rotate_right saturating_add saturating_mul saturating_pow saturating_sub signum \
         swap_bytes \
         to_be to_be_bytes to_le to_le_bytes to_ne_bytes trailing_ones trailing_zeros unsigned_abs \
         wrapping_add \
         wrapping_div wrapping_mul wrapping_neg wrapping_pow wrapping_shl wrapping_sub",
    ),
];

/// Each method with each receiver, or each `step`th of them.
fn receivers(step: usize) -> impl Iterator<Item = (&'static str, (&'static str, &'static str))> {
    let of_type = |(_, receivers, names): &'static (&str, &'static [(&str, &str)], &'static str)| {
        names.split_whitespace().flat_map(|name| receivers.iter().map(move |receiver| (name, *receiver)))
    };
    METHODS.iter().flat_map(of_type).step_by(step)
}

/// A program of one line a case: an own trait with the method of std, an impl of it for the receiver whose
/// text holds 1,000,000 and the case's number, and what each case says about its value `x`.
fn own_methods(uses: &[String], step: usize) -> String {
    let mut receivers = receivers(step);
    let mut cases = String::new();
    for (at, shown) in uses.iter().enumerate() {
        let (name, (receiver, value)) = receivers.next().expect("a receiver for each case");
        let number = 1_000_000 + at;
        cases += &format!(
            "mod case{at} {{ trait Own {{ fn {name}(&self) -> crate::Mine; }} impl Own for {receiver} {{ fn \
             {name}(&self) -> crate::Mine {{ crate::Mine({number}) }} }} pub fn run() {{ let x: {receiver} \
             = {value}; \
             {shown} }} }}\n",
            shown = shown.replace("METHOD", name),
        );
    }
    let calls: String = (0..uses.len()).map(|at| format!("case{at}::run(); ")).collect();
    format!("{cases}pub struct Mine(pub u32);\nfn main() {{ {calls} }}\n")
}

/// The cases (lines, from 0) in which rustc finds an error.
fn wrong_lines(source: &str) -> BTreeSet<usize> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("cases.rs");
    std::fs::write(&path, source).expect("a file can be written");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition=2021", "--emit=metadata", "--error-format=short", "-Awarnings"]);
    let output = rustc.arg(&path).current_dir(folder.path()).output().expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stderr);
    let place = |line: &str| line.split_once("cases.rs:")?.1.split(':').next()?.parse::<usize>().ok();
    text.lines().filter_map(place).map(|line| line - 1).collect()
}

#[test]
fn own_impls_with_names_of_some_std_methods_stay() {
    own_impls_stay_where_they_win(29);
}

#[test]
#[ignore = "takes minutes: some 700 impls"]
fn own_impls_with_names_of_all_std_methods_stay() {
    own_impls_stay_where_they_win(1);
}

fn own_impls_stay_where_they_win(step: usize) {
    let number = receivers(step).count();
    let mut uses = vec!["let own: crate::Mine = x.METHOD(); println!(\"{}\", own.0);".to_owned(); number];
    let loses = wrong_lines(&own_methods(&uses, step));
    for &at in &loses {
        uses[at] = "let mut x = x; let _ = x.METHOD(); println!(\"std\");".into();
    }
    // std's method takes arguments: nothing is called.
    for at in wrong_lines(&own_methods(&uses, step)) {
        uses[at] = "let _ = x; println!(\"none\");".into();
    }
    let texts = prove(&own_methods(&uses, step));
    assert!(loses.len() * 12 > number && loses.len() * 2 < number, "{} of {number} lose", loses.len());
    for (level, text) in texts.iter().enumerate().skip(1) {
        let text = text.replace('_', "");
        for at in 0..number {
            let (kept, wins) = (text.contains(&(1_000_000 + at).to_string()), !loses.contains(&at));
            // Level 3 writes numbers in the shorter of two forms.
            assert!(
                level == 3 || kept == wins,
                "level {level}, case {at}: {}",
                own_methods(&uses, step).lines().nth(at).unwrap()
            );
        }
    }
}
