//! Handing in by browser: invitations, sessions, uploads, the organisers' page, and everything that is
//! refused.

mod class;
mod handing_in;
mod organise;
mod refusals;
mod sessions;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// Plays the first legal move.
const PLAYER: &str = include_str!("sources/player.c");
/// The boundary of multipart forms.
const BOUNDARY: &str = "outflank-test";

/// A ladder with a server that takes submissions.
struct Site {
    _folder: TempDir,
    directory: String,
    server: Child,
    address: String,
}

/// A browser: the address it comes to, and its cookie.
#[derive(Clone)]
struct Visitor {
    address: String,
    cookie: String,
    /// Further lines of the head of each request.
    head: String,
}

/// The answer to a request.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    /// The value of a field of its head.
    fn field(&self, name: &str) -> Option<&str> {
        let find = |line: &'_ str| line.to_lowercase().starts_with(&format!("{name}: "));
        self.head.lines().find(|line| find(line)).map(|line| &line[name.len() + 2..])
    }
}

impl Site {
    fn new(options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("course").to_str().unwrap().to_string();
        // CPU time, so that a busy machine makes nobody late.
        ladder(&["init", &directory, "--clock", "cpu"]);
        let mut server = Command::new(env!("CARGO_BIN_EXE_outflank-ladder"));
        server.args(["serve", &directory, "--port", "0", "--submissions"]).args(options);
        let mut server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        Self { _folder: folder, directory, server, address }
    }

    /// Runs a subcommand on the ladder and returns what it prints.
    fn ladder(&self, command: &str, arguments: &[&str]) -> String {
        ladder(&[&[command, &self.directory], arguments].concat())
    }

    /// Invites somebody and returns the secret of the link.
    fn invite(&self, arguments: &[&str]) -> String {
        let printed = self.ladder("invite", arguments);
        printed.trim().rsplit('/').next().unwrap().to_string()
    }

    fn stranger(&self) -> Visitor {
        Visitor { address: self.address.clone(), cookie: String::new(), head: String::new() }
    }

    /// Somebody who is invited and has signed in.
    fn member(&self, name: &str) -> Visitor {
        let token = self.invite(&[name]);
        self.stranger().signed_in(&token)
    }

    fn organiser(&self) -> Visitor {
        let token = self.invite(&["--organiser"]);
        self.stranger().signed_in(&token)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[track_caller]
fn ladder(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-ladder"));
    let Output { status, stdout, stderr } = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

impl Visitor {
    fn send(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let Self { address, cookie, head } = self;
        let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{cookie}{head}\
             Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        // A server that refuses a body may close the connection before all of it is sent.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_string(), body: body.to_string() }
    }

    fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "text/plain", b"")
    }

    /// Sends a form of fields without special characters.
    fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.send("POST", path, "application/x-www-form-urlencoded", fields.join("&").as_bytes())
    }

    fn signed_in(mut self, token: &str) -> Self {
        let answer = self.post("/sign-in", &[("token", token)]);
        assert_eq!(answer.status, 303, "{answer:?}");
        self.cookie = answer.field("set-cookie").unwrap().split(';').next().unwrap().to_string();
        self
    }

    /// The token in the forms of a page.
    fn form_token(&self, page: &str) -> String {
        let body = self.get(page).body;
        let (_, rest) = body.split_once("name=\"form_token\" value=\"").unwrap_or_else(|| panic!("{body}"));
        rest.split('"').next().unwrap().to_string()
    }

    /// Sends the form of a source, with further fields.
    fn upload_with(&self, fields: &[(&str, &str)], file: &str, content: &[u8]) -> Answer {
        let mut body = Vec::new();
        for (name, value) in fields {
            let part =
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend(part.as_bytes());
        }
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{file}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        body.extend(head.as_bytes());
        body.extend(content);
        body.extend(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        self.send("POST", "/submissions", &format!("multipart/form-data; boundary={BOUNDARY}"), &body)
    }

    fn upload(&self, file: &str, content: &str) -> Answer {
        let token = self.form_token("/submissions/new");
        self.upload_with(&[("form_token", &token)], file, content.as_bytes())
    }

    /// Hands in a source that is taken, and returns the address of its page.
    #[track_caller]
    fn hand_in(&self, file: &str, content: &str) -> String {
        let answer = self.upload(file, content);
        assert_eq!(answer.status, 303, "{answer:?}");
        answer.field("location").unwrap().to_string()
    }

    /// Listens to the events of the queue until a page has this text, and returns the page.
    #[track_caller]
    fn wait_for(&self, page: &str, text: &str) -> String {
        self.wait_on("/submissions/events", page, text)
    }

    /// Listens to events until a page has this text, and returns the page.
    #[track_caller]
    fn wait_on(&self, events: &str, page: &str, text: &str) -> String {
        for answer in self.live_page(events, page) {
            assert_eq!(answer.status, 200, "{answer:?}");
            if answer.body.contains(text) {
                return answer.body;
            }
            let is_done =
                ["plays", "refused", "tried"].iter().any(|end| answer.body.contains(&format!(">{end}<")));
            assert!(!is_done, "no {text}: {answer:?}");
        }
        panic!("the server has ended");
    }

    /// A page that is fetched again at every event.
    fn live_page<'a>(&'a self, events: &str, page: &'a str) -> impl Iterator<Item = Answer> + 'a {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let Self { address, cookie, .. } = self;
        write!(stream, "GET {events} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n").unwrap();
        let lines = BufReader::new(stream).lines().map(Result::unwrap);
        lines.filter(|line| line.starts_with("data: ")).map(move |_| self.get(page))
    }
}

/// A program that writes this text to standard error when it starts, and then plays.
fn talkative(text: &str) -> String {
    format!(
        "{PLAYER}\n__attribute__((constructor)) static void talk(void)\n\
         {{\n    fprintf(stderr, \"{text}\\n\");\n}}\n"
    )
}

/// The number of files of kept programs.
fn kept(site: &Site) -> usize {
    std::fs::read_dir(Path::new(&site.directory).join("programs")).unwrap().count()
}
