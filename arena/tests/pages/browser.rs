//! A headless Chromium, controlled through its debugging pipe: JSON messages separated by NUL bytes.

// The ladder's page tests include this file too; neither crate uses all of it.
#![allow(dead_code)]

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::Duration;

use serde_json::{json, Value};
use tempfile::TempDir;

/// Time to wait for a message before the browser counts as hung.
const PATIENCE: Duration = Duration::from_secs(120);

/// Program names of Chromium and its derivatives.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Opens an address, or reports that no browser is installed.
pub(crate) fn open_address(address: &str) -> Option<Browser> {
    let Some(program) = Browser::find() else {
        let must = std::env::var_os("TESTS_NEED_BROWSER").is_some();
        assert!(!must, "no Chromium is installed");
        // Not through `eprintln!`, which the test harness captures.
        let _ = io::stderr().write_all(
            b"\n!! NOT PROVEN: no Chromium is installed, so no page was opened (Debian: apt-get install \
              chromium)\n\n",
        );
        return None;
    };
    Some(Browser::open(&program, address))
}

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    calls: u64,
    session: String,
    /// Errors, warnings and console output of the page, none of which a correct page has.
    pub(crate) complaints: Vec<Value>,
    /// The addresses that the page requested.
    pub(crate) requests: Vec<String>,
    _profile: TempDir,
}

impl Browser {
    /// The path of an installed browser.
    pub(crate) fn find() -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let candidates = NAMES.iter().flat_map(|name| directories.iter().map(move |d| d.join(name)));
        candidates.into_iter().find(|candidate| candidate.is_file())
    }

    /// Starts a browser and opens an address in it.
    pub(crate) fn open(program: &Path, address: &str) -> Self {
        let profile = tempfile::tempdir().unwrap();
        // The browser reads commands from descriptor 3 and answers on descriptor 4.
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-dev-shm-usage",
            ])
            .args(["--disable-background-networking", "--remote-debugging-pipe", "--window-size=1280,900"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut browser = Self {
            child,
            input,
            messages: read_messages(output),
            calls: 0,
            session: String::new(),
            complaints: Vec::new(),
            requests: Vec::new(),
            _profile: profile,
        };
        browser.attach();
        browser.go_to(address);
        browser
    }

    fn attach(&mut self) {
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached =
            self.call("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        self.session = attached["sessionId"].as_str().unwrap().to_string();
        for domain in ["Runtime", "Log", "Page", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }

    /// Opens an address.
    pub(crate) fn go_to(&mut self, address: &str) {
        // Answered once the new document has replaced the old one.
        self.call("Page.navigate", json!({"url": address}));
        self.evaluate(
            "new Promise((resolve) => {
               if (document.readyState === 'complete') resolve();
               else addEventListener('load', () => resolve());
             })",
        );
    }

    /// The value of an expression in the page, or of its promise.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", parameters);
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Presses and releases a key by its name in the DOM.
    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key}));
        }
    }

    /// Waits until a condition of the page is true; checks it after every change of the page.
    pub(crate) fn wait_until(&mut self, condition: &str) {
        self.evaluate(&format!(
            "new Promise((resolve) => {{
               const look = () => {{ if ({condition}) {{ watch.disconnect(); resolve(true); }} }};
               const watch = new MutationObserver(look);
               const all = {{ subtree: true, childList: true, attributes: true, characterData: true }};
               watch.observe(document, all);
               look();
             }})"
        ));
    }

    /// Clicks the centre of the first element that matches a selector.
    pub(crate) fn click(&mut self, selector: &str) {
        let middle = self.evaluate(&format!(
            "(() => {{
               const element = document.querySelector({});
               element.scrollIntoView({{ block: 'center' }});
               const box = element.getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2];
             }})()",
            json!(selector)
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({"type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let answer = self.next_message();
            if answer["id"] == json!(self.calls) {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// The next message; records it if it is a relevant event.
    fn next_message(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE).expect("the browser has died or hangs");
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded") => {
                self.complaints.push(message["params"].clone());
            }
            Some("Network.requestWillBeSent") => {
                self.requests.push(message["params"]["request"]["url"].to_string());
            }
            _ => {}
        }
        message
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser also exits once its pipe is closed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_messages(output: ChildStdout) -> Receiver<Value> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for message in BufReader::new(output).split(0) {
            let Ok(message) = message else { return };
            let Ok(message) = serde_json::from_slice(&message) else { return };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}
