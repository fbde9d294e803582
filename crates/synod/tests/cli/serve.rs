//! `synod serve`: a real server process, friendly clients and hostile ones.

#[path = "../../../server/examples/load/client.rs"]
mod client;

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use client::Client;
use serde_json::{Value, json};

struct Server {
    process: Child,
    client: Client,
}

impl Server {
    fn start(folder: &Path, options: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_synod"))
            .args(["serve", "--port", "0"])
            .args(options)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Synod is at ").unwrap_or_else(|| panic!("{line:?}"));
        Server { client: Client::new(address).unwrap(), process }
    }

    /// The processes that work for it.
    fn workers(&self) -> Vec<u32> {
        let id = self.process.id();
        let tasks = std::fs::read_dir(format!("/proc/{id}/task")).unwrap().flatten();
        let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        children
            .flat_map(|list| list.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<u32>>())
            .collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn model(name: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rcheck").join(name);
    json!({ "path": name, "text": std::fs::read_to_string(file).unwrap() })
}

/// A check that takes long: bounded search for a violation that there is not.
fn endless() -> Value {
    json!({ "model": model("resource-allocation-4.rcp"), "engine": "bmc", "properties": ["mission"] })
}

#[test]
fn questions_are_answered_and_jobs_tell_their_news() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let client = &server.client;
    let info = client.ask("GET", "/api/info", None).unwrap().json();
    assert_eq!((&info["is_public"], &info["runs_programs"]), (&json!(false), &json!(false)));
    let analysis = client.call("analyse", &json!({ "model": model("door.rcp") })).unwrap();
    assert_eq!((analysis.status, &analysis.json()["kind"]), (200, &json!("system")));
    let request = json!({ "model": model("resource-allocation.rcp"), "properties": ["mission"] });
    let (news, end) = client.job("check", &request).unwrap();
    assert_eq!(
        (&end["state"], &end["answer"]["properties"][0]["verdict"]),
        (&json!("done"), &json!("holds")),
        "{end}"
    );
    assert!(news.iter().any(|event| event["kind"] == "answer"));
    let id = end["id"].as_str().unwrap();
    // A client that comes back finds its job, its news and its answer.
    let jobs = client.ask("GET", "/api/jobs", None).unwrap().json();
    assert!(jobs[0]["id"] == id && jobs[0]["answer"].is_null());
    assert_eq!(client.follow(id).unwrap().0, news);
    let bearer = format!("Bearer {}", client.token);
    let rest = client.raw(
        "GET",
        &format!("/api/jobs/{id}/events"),
        &[("Authorization", &bearer), ("Last-Event-ID", &news.len().to_string())],
        "",
    );
    assert!(!rest.unwrap().body.contains("event: news"));
    assert_eq!(client.ask("DELETE", &format!("/api/jobs/{id}"), None).unwrap().status, 204);
    assert_eq!(client.ask("GET", &format!("/api/jobs/{id}"), None).unwrap().status, 404);
    let described = client.ask("GET", "/api/openapi.json", None).unwrap().json();
    assert!(described["paths"]["/api/call/analyse"].is_object());
}

#[test]
fn what_is_asked_wrongly_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let client = &server.client;
    let wrong = client.call("analyse", &json!({ "modle": 1 })).unwrap();
    assert_eq!((wrong.status, &wrong.json()["kind"]), (400, &json!("malformed")));
    assert_eq!(client.call("analyze", &json!({})).unwrap().status, 404);
    let broken = client.call("automata", &json!({ "model": { "path": "a.rcp", "text": "agent" } })).unwrap();
    assert_eq!(broken.status, 422);
    assert!(!broken.json()["rejection"]["diagnostics"].as_array().unwrap().is_empty());
    let no_job =
        client.ask("POST", "/api/jobs", Some(&json!({ "method": "analyse", "request": {} }))).unwrap();
    assert_eq!(no_job.status, 404);
    let bearer = format!("Bearer {}", client.token);
    let json = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
    assert_eq!(client.raw("POST", "/api/call/analyse", &json, "{ nonsense").unwrap().status, 400);
    let long = "x".repeat(5 << 20);
    // It may end the connection before all is read.
    let refused = client.raw("POST", "/api/call/analyse", &json, &long);
    if let Ok(refused) = refused {
        assert_eq!((refused.status, &refused.json()["kind"]), (413, &json!("too-large")));
    }
    assert_eq!(client.ask("GET", "/api/nothing", None).unwrap().status, 404);
    assert_eq!(client.ask("GET", "/nothing", None).unwrap().status, 404);
    let unknown =
        client.call("check", &json!({ "model": model("door.rcp"), "engine": "cbmc" })).unwrap().json();
    let reasons = unknown["properties"]
        .as_array()
        .map(|all| all.iter().map(|p| p["verdict"].clone()).collect::<Vec<_>>());
    assert!(
        reasons.is_none_or(|all| all.iter().all(|verdict| verdict == "unknown")),
        "no other program is run: {unknown}"
    );
}

#[test]
fn only_the_page_itself_with_its_token_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let client = &server.client;
    let bearer = format!("Bearer {}", client.token);
    let with = |more: &[(&str, &str)]| {
        let headers: Vec<(&str, &str)> =
            [("Authorization", bearer.as_str())].into_iter().chain(more.iter().copied()).collect();
        client.raw("GET", "/api/info", &headers, "").unwrap().status
    };
    assert_eq!(with(&[]), 200);
    assert_eq!(client.raw("GET", "/api/info", &[], "").unwrap().status, 401);
    assert_eq!(client.raw("GET", "/api/info", &[("Authorization", "Bearer 0")], "").unwrap().status, 401);
    assert_eq!(with(&[("Host", "evil.example")]), 403, "DNS rebinding");
    assert_eq!(with(&[("Origin", "http://evil.example")]), 403, "another page");
    assert_eq!(with(&[("Origin", &format!("http://{}", client.address))]), 200);
    let form = [("Authorization", bearer.as_str()), ("Content-Type", "text/plain")];
    assert_eq!(client.raw("POST", "/api/call/catalogue", &form, "{}").unwrap().status, 400, "a form");
    // The address that was printed gives a cookie, and the page with a strict policy.
    let entry = client.raw("GET", &format!("/?token={}", client.token), &[], "").unwrap();
    let cookie = entry.header("set-cookie").unwrap().split(';').next().unwrap().to_string();
    assert_eq!((entry.status, entry.header("location")), (303, Some("/")));
    assert!(entry.header("set-cookie").unwrap().contains("HttpOnly"));
    assert_eq!(client.raw("GET", "/api/info", &[("Cookie", &cookie)], "").unwrap().status, 200);
    assert_eq!(client.raw("GET", "/?token=wrong", &[], "").unwrap().status, 403);
    let page = client.raw("GET", "/", &[], "").unwrap();
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert!(!page.body.contains(&client.token));
}

#[test]
fn files_are_those_of_the_folder_and_texts_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.rcp"), "secret").unwrap();
    std::os::unix::fs::symlink(outside.path(), folder.path().join("link")).unwrap();
    std::fs::write(folder.path().join("a.rcp"), "one").unwrap();
    {
        let server = Server::start(folder.path(), &[]);
        let client = &server.client;
        let list = client.ask("GET", "/api/files", None).unwrap().json();
        assert_eq!((list.as_array().unwrap().len(), &list[0]["language"]), (1, &json!("rcheck")));
        let read = client.ask("GET", "/api/files/a.rcp", None).unwrap().json();
        assert_eq!(read["text"], "one");
        let saved = client
            .ask("PUT", "/api/files/a.rcp", Some(&json!({ "text": "two", "version": read["version"] })))
            .unwrap();
        assert_eq!(saved.status, 200);
        let again = client
            .ask("PUT", "/api/files/a.rcp", Some(&json!({ "text": "three", "version": read["version"] })))
            .unwrap();
        assert_eq!((again.status, &again.json()["kind"]), (409, &json!("conflict")));
        assert_eq!(
            client.ask("PUT", "/api/drafts/new/b.labs", Some(&json!({ "text": "draft" }))).unwrap().status,
            204
        );
        let hostile = [
            "link/secret.rcp",
            "%2e%2e/secret.rcp",
            "..%2fsecret.rcp",
            "/etc/passwd",
            "%2Fetc%2Fpasswd",
            ".synod/drafts",
            "a%00b",
            "a%5c..%5cb",
        ];
        for path in hostile {
            for (method, body) in [("GET", None), ("PUT", Some(json!({ "text": "x" }))), ("DELETE", None)] {
                let refused = client.ask(method, &format!("/api/files/{path}"), body.as_ref()).unwrap();
                assert!((400..500).contains(&refused.status), "{method} {path}: {}", refused.status);
                assert!(!refused.body.contains("secret\""), "{path}");
            }
        }
    }
    // It was killed: nothing that was written is lost.
    let server = Server::start(folder.path(), &[]);
    let draft = server.client.ask("GET", "/api/files/new/b.labs", None).unwrap().json();
    assert_eq!((&draft["draft"], &draft["text"]), (&json!("draft"), &Value::Null));
    assert_eq!(std::fs::read_to_string(folder.path().join("a.rcp")).unwrap(), "two");
    assert_eq!(std::fs::read_to_string(outside.path().join("secret.rcp")).unwrap(), "secret");
}

#[test]
fn a_job_is_cancelled_and_a_killed_worker_is_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let client = &server.client;
    let start = || {
        client
            .ask("POST", "/api/jobs", Some(&json!({ "method": "check", "request": endless() })))
            .unwrap()
            .json()
    };
    let state =
        |id: &str| client.ask("GET", &format!("/api/jobs/{id}"), None).unwrap().json()["state"].clone();
    let first = start()["id"].as_str().unwrap().to_string();
    while state(&first) == "waits" {
        thread::yield_now();
    }
    assert_eq!(client.ask("POST", &format!("/api/jobs/{first}/cancel"), None).unwrap().status, 204);
    let (_, end) = client.follow(&first).unwrap();
    // It says what it knows so far, if it has begun to search.
    let has_begun =
        (&end["state"], &end["answer"]["properties"][0]["verdict"]) == (&json!("done"), &json!("unknown"));
    assert!(has_begun || end["failure"]["kind"] == "interrupted", "{end}");
    let second = start()["id"].as_str().unwrap().to_string();
    while state(&second) == "waits" || server.workers().is_empty() {
        thread::yield_now();
    }
    for worker in server.workers() {
        Command::new("kill").args(["-9", &worker.to_string()]).status().unwrap();
    }
    let (_, end) = client.follow(&second).unwrap();
    assert_eq!(end["failure"]["kind"], "crashed", "{end}");
    let after = client.call("analyse", &json!({ "model": model("door.rcp") })).unwrap();
    assert_eq!(after.status, 200, "the server goes on: {}", after.body);
}

#[test]
fn workers_end_with_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &[]);
    server.client.call("catalogue", &json!({})).unwrap();
    let workers = server.workers();
    assert!(!workers.is_empty());
    server.process.kill().unwrap();
    server.process.wait().unwrap();
    let runs = |id: &u32| {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ") && !state.contains(") X ")
    };
    while workers.iter().any(runs) {
        thread::yield_now();
    }
}

#[test]
fn a_public_server_has_no_files_and_quotas() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--public", "--memory", "256M", "--timeout", "20"]);
    let client = &server.client;
    assert!(client.token.is_empty());
    let info = client.ask("GET", "/api/info", None).unwrap().json();
    assert_eq!((&info["is_public"], &info["folder"]), (&json!(true), &Value::Null));
    assert_eq!(client.ask("GET", "/api/files", None).unwrap().status, 403);
    assert_eq!(client.ask("PUT", "/api/files/a.rcp", Some(&json!({ "text": "x" }))).unwrap().status, 403);
    let (_, end) = client.job("check", &json!({ "model": model("door.rcp") })).unwrap();
    assert_eq!(end["state"], "done", "{end}");
    // Another client does not see the job.
    let id = end["id"].as_str().unwrap();
    let other =
        client.raw("GET", &format!("/api/jobs/{id}"), &[("Cookie", "synod-client=another")], "").unwrap();
    assert_eq!(other.status, 404);
    let statuses: Vec<u16> = (0..200).map(|_| client.ask("GET", "/api/info", None).unwrap().status).collect();
    assert!(statuses.contains(&429), "a client that asks too often has to wait");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn who_holds_connections_gets_no_more_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--public"]);
    let asks = || server.client.ask("GET", "/api/info", None).is_ok_and(|answer| answer.status == 200);
    assert!(asks());
    let address = server.client.address.as_str();
    let held: Vec<_> = (0..300).filter_map(|_| TcpStream::connect(address).ok()).collect();
    let is_open = |mut stream: &TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
        let waits =
            |error: &std::io::Error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        stream.read(&mut [0; 1]).is_err_and(|error| waits(&error))
    };
    while held.iter().filter(|stream| is_open(stream)).count() > 256 {
        thread::yield_now();
    }
    assert!(!asks(), "all that one address may have is open");
    drop(held);
    while !asks() {
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn many_clients_edit_and_check_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let clients: Vec<_> = (0..12)
        .map(|own| {
            let client = server.client.clone();
            thread::spawn(move || {
                for edit in 0..3 {
                    let mut model = model("first-steps.rcp");
                    model["text"] = format!("{}\n// {own} {edit}\n", model["text"].as_str().unwrap()).into();
                    let analysed = client.call("analyse", &json!({ "model": model })).unwrap();
                    assert_eq!((analysed.status, &analysed.json()["kind"]), (200, &json!("system")));
                    let (_, end) = client.job("check", &json!({ "model": model })).unwrap();
                    assert_eq!(end["state"], "done", "{end}");
                }
            })
        })
        .collect();
    clients.into_iter().for_each(|client| client.join().unwrap());
}

#[test]
fn bad_options_are_refused() {
    let refused = |options: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_synod")).arg("serve").args(options).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["no-such-folder"]).contains("no-such-folder"));
    assert!(refused(&["--port", "70000"]).contains("--port"));
    assert!(
        refused(&["--address", "0.0.0.0"]).contains("--public"),
        "nobody listens to the world by accident"
    );
    assert!(refused(&["--public", "folder"]).contains("[FOLDER]"));
    assert!(refused(&["--public", "--allow-programs"]).contains("--allow-programs"));
    assert!(refused(&["--proxy", "10.0.0.1"]).contains("--public"));
    assert!(refused(&["--memory", "much"]).contains("--memory"));
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start(folder.path(), &[]);
    let port = first.client.address.rsplit_once(':').unwrap().1.to_string();
    assert!(refused(&["--port", &port]).contains("cannot listen"));
}
