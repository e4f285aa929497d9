use super::*;

const TEMPLATE: Template = Template { body: "<p></p>\n", style: "p{}", script: "1<2" };

#[test]
fn data_cannot_leave_its_element() {
    let page = page("a</title>\"&", &TEMPLATE, &["</script><!--<script>\u{2028}"]).unwrap();
    assert!(page.contains("<title>a&lt;/title&gt;&quot;&amp;</title>"), "{page}");
    let data =
        r#"<script type="application/json" id="data">["\u003c/script\u003e\u003c!--\u003cscript\u003e"#;
    assert!(page.contains(data), "{page}");
    assert_eq!(page.matches("</script>").count(), 2);
}

#[test]
fn data_survives_its_escapes() {
    let text = "</script> & \" \\ <!-- \u{e9}\u{1f600}";
    let json = escape_json(&serde_json::to_string(text).unwrap());
    assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
}

#[test]
fn the_policy_admits_this_script_alone() {
    let page = page("t", &TEMPLATE, &()).unwrap();
    // `printf '1<2' | openssl dgst -sha256 -binary | base64`
    let hash = "'sha256-yvz3BlAPEBx8LDNhxD586F06qDnnNEPwtslDBBwsUqc='";
    assert!(page.contains(&format!("default-src 'none'; script-src {hash};")), "{page}");
    assert!(page.contains("require-trusted-types-for 'script'; trusted-types 'none'"));
}

#[test]
fn no_script_makes_markup_from_strings() {
    for script in [include_str!("base.js"), include_str!("game/script.js"), include_str!("report/script.js")]
    {
        for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("] {
            assert!(!script.contains(sink), "{sink}");
        }
    }
}
