//! The thread that speaks the protocol.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    Diagnostic, DiagnosticSeverity, InitializeParams, NumberOrString, PublishDiagnosticsParams,
    SemanticToken, SemanticTokens, SemanticTokensDelta, TextDocumentPositionParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use synod_core::Budget;
use synod_service::Catalogue;
use synod_session::check::{AUTO, EngineChoice};
use synod_session::editing::{Analysis, Early};

use crate::analyst::{self, News, Read, Task};
use crate::answers::Answers;
use crate::capabilities::{COMMANDS, capabilities};
use crate::checking::{self, CheckNews, CheckTask};
use crate::documents::Documents;
use crate::positions::Encoding;
use crate::settings::ServerSettings;
use crate::viewing::Shown;
use crate::workspace::{self, Workspace};
use crate::{asking, features, paths, tokens, viewing};

/// Serves a client on standard input and output until it leaves.
pub fn serve_stdio() -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    serve(&connection)?;
    drop(connection);
    threads.join().map_err(|error| error.to_string())
}

/// Serves a client until it leaves.
pub fn serve(connection: &Connection) -> Result<(), String> {
    let (id, params) = connection.initialize_start().map_err(|error| error.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|error| error.to_string())?;
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_deref());
    let encoding = Encoding::choose(offered);
    let result = json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "synod", "version": synod_documents::VERSION },
    });
    connection.initialize_finish(id, result).map_err(|error| error.to_string())?;
    let (tasks, reads) = analyst::start().map_err(|error| error.to_string())?;
    let (checks, news) = checking::start().map_err(|error| error.to_string())?;
    let shows_progress = params.capabilities.window.as_ref().and_then(|window| window.work_done_progress);
    let settings = params.initialization_options.as_ref().map(ServerSettings::read);
    let mut server = Server {
        to_client: connection.sender.clone(),
        documents: Documents::new(encoding),
        tasks,
        checks,
        reading: HashMap::new(),
        checking: HashMap::new(),
        answers: Answers::default(),
        tokens: HashMap::new(),
        workspace: Workspace::new(&params, encoding),
        waiting: Vec::new(),
        settings: ServerSettings::default(),
        shows_progress: shows_progress.unwrap_or(false),
        next: 0,
    };
    server.set(settings);
    if let Some(registrations) = workspace::watched(&params) {
        server.next += 1;
        let id = RequestId::from(format!("watch-{}", server.next));
        server.send(Request::new(id, "client/registerCapability".to_string(), registrations));
    }
    server.run(connection, &reads, &news)
}

struct Server {
    to_client: Sender<Message>,
    documents: Documents,
    tasks: Sender<Task>,
    checks: Sender<CheckTask>,
    /// The budgets of texts that are being read, by file.
    reading: HashMap<String, Budget>,
    /// The budgets of checks, by their numbers.
    checking: HashMap<u64, Budget>,
    /// The last answers about texts.
    answers: Answers,
    /// The tokens that the client has of a file, with their number.
    tokens: HashMap<String, (String, Vec<SemanticToken>)>,
    workspace: Workspace,
    /// Requests that wait until a text was read, with its file.
    waiting: Vec<(String, Request)>,
    settings: ServerSettings,
    shows_progress: bool,
    /// The number of the next check, or of the next request to the client.
    next: u64,
}

/// Why a request has no answer.
type Refused = (ErrorCode, String);

impl Server {
    fn run(
        &mut self,
        connection: &Connection,
        reads: &Receiver<News>,
        news: &Receiver<CheckNews>,
    ) -> Result<(), String> {
        loop {
            select! {
                recv(connection.receiver) -> message => match message {
                    // The client has gone without a word.
                    Err(_) => return Ok(()),
                    Ok(Message::Request(request)) if request.method == "shutdown" => {
                        self.checking.values().chain(self.reading.values()).for_each(Budget::cancel);
                        self.send(Response::new_ok(request.id, Value::Null));
                    }
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(notification)) if notification.method == "exit" => return Ok(()),
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    Ok(Message::Response(_)) => {}
                },
                recv(reads) -> read => match read {
                    Ok(News::Early { name, version, early }) => self.is_known(&name, version, &early),
                    Ok(News::Read(read)) => self.was_read(read),
                    Err(_) => return Err("the thread that reads texts has ended".to_string()),
                },
                recv(news) -> news => match news {
                    Ok(news) => self.was_checked(news),
                    Err(_) => return Err("the thread that checks properties has ended".to_string()),
                },
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // A client that has gone is noticed when the next message is read.
        let _ = self.to_client.send(message.into());
    }

    fn notify(&self, method: &str, params: impl serde::Serialize) {
        self.send(Notification::new(method.to_string(), params));
    }

    fn set(&mut self, settings: Option<Result<ServerSettings, String>>) {
        match settings {
            Some(Ok(settings)) => self.settings = settings,
            Some(Err(why)) => self.notify("window/showMessage", json!({ "type": 2, "message": why })),
            None => {}
        }
    }

    // --- Notifications --------------------------------------------------------------------------------

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Some(params) = read::<lsp_types::DidOpenTextDocumentParams>(params) {
                    let document = params.text_document;
                    let file = paths::name(&document.uri);
                    self.documents.open(file.clone(), document.text, document.version);
                    self.analyse(&file);
                }
            }
            "textDocument/didChange" => {
                if let Some(params) = read::<lsp_types::DidChangeTextDocumentParams>(params) {
                    let file = paths::name(&params.text_document.uri);
                    let version = params.text_document.version;
                    let changed = self.documents.change(&file, version, |text| {
                        for change in params.content_changes {
                            text.edit(change.range, &change.text);
                        }
                    });
                    if changed.is_some() {
                        self.outdated(&file);
                        self.analyse_with_includers(&file);
                    }
                }
            }
            "textDocument/didClose" => {
                if let Some(params) = read::<lsp_types::DidCloseTextDocumentParams>(params) {
                    let file = paths::name(&params.text_document.uri);
                    self.outdated(&file);
                    self.reading.remove(&file).iter().for_each(Budget::cancel);
                    self.documents.close(&file);
                    self.answers.forget(&file);
                    self.tokens.remove(&file);
                    self.publish(params.text_document.uri, Vec::new(), None);
                }
            }
            "textDocument/didSave" => {
                if let Some(params) = read::<lsp_types::DidSaveTextDocumentParams>(params) {
                    let file = paths::name(&params.text_document.uri);
                    self.analyse_with_includers(&file);
                    if self.settings.check_on_save {
                        let params = json!({ "uri": params.text_document.uri.as_str(), "onSave": true });
                        let request = Request::new(RequestId::from(-1), "synod/check".to_string(), params);
                        self.waiting.push((file, request));
                    }
                }
            }
            "workspace/didChangeConfiguration" => {
                self.set(params.get("settings").map(ServerSettings::read));
                self.documents.names().iter().for_each(|file| self.analyse(file));
            }
            "workspace/didChangeWorkspaceFolders" => {
                if let Some(params) = read::<lsp_types::DidChangeWorkspaceFoldersParams>(params) {
                    self.workspace.change(&params.event);
                }
            }
            "workspace/didChangeWatchedFiles" => {
                self.documents.names().iter().for_each(|file| self.analyse(file));
            }
            "$/cancelRequest" => {
                if let Some(params) = read::<lsp_types::CancelParams>(params) {
                    let id = match params.id {
                        NumberOrString::Number(number) => RequestId::from(number),
                        NumberOrString::String(text) => RequestId::from(text),
                    };
                    self.refuse_waiting(
                        |_, request| request.id == id,
                        ErrorCode::RequestCanceled,
                        "cancelled",
                    );
                }
            }
            "window/workDoneProgress/cancel" => {
                let token = params.get("token").and_then(Value::as_u64);
                token.and_then(|number| self.checking.get(&number)).iter().for_each(|budget| budget.cancel());
            }
            _ => {}
        }
    }

    /// Requests about a text that has changed meanwhile have no answer.
    fn outdated(&mut self, file: &str) {
        self.refuse_waiting(|of, _| of == file, ErrorCode::ContentModified, "the text has changed");
    }

    fn refuse_waiting(&mut self, is_meant: impl Fn(&str, &Request) -> bool, code: ErrorCode, why: &str) {
        let refused: Vec<_> =
            self.waiting.extract_if(.., |(file, request)| is_meant(file, request)).collect();
        for (_, request) in refused.into_iter().filter(|(_, request)| !is_own(request)) {
            self.send(Response::new_err(request.id, code as i32, why.to_string()));
        }
    }

    // --- Reading texts --------------------------------------------------------------------------------

    fn analyse_with_includers(&mut self, file: &str) {
        self.analyse(file);
        for other in self.documents.names() {
            let analysis = self.documents.get(&other).and_then(|document| document.analysis.as_ref());
            if other != file
                && analysis.is_some_and(|(_, analysis)| analysis.files().any(|part| part == file))
            {
                self.analyse(&other);
            }
        }
    }

    fn analyse(&mut self, file: &str) {
        let loader = self.documents.loader();
        let Some(document) = self.documents.get_mut(file) else { return };
        let text = document.text.as_str().to_string();
        let budget = Budget::unlimited();
        if let Some(before) = self.reading.insert(file.to_string(), budget.clone()) {
            before.cancel();
        }
        let task = Task {
            name: file.to_string(),
            version: document.version,
            text,
            parameters: self.settings.parameters.clone(),
            loader: Arc::new(loader),
            budget,
        };
        let _ = self.tasks.send(task);
    }

    fn was_read(&mut self, read: Read) {
        let Read { name: file, version, analysis } = read;
        let Some(document) = self.documents.get_mut(&file).filter(|document| document.version == version)
        else {
            return;
        };
        match analysis {
            Ok(analysis) => {
                let before = document.analysis.replace((version, Arc::clone(&analysis)));
                self.tell_diagnostics(&file, &analysis);
                // What is told must not wait until what is no longer needed has been taken apart.
                drop(before);
                let ready: Vec<_> = self.waiting.extract_if(.., |(of, _)| *of == file).collect();
                ready.into_iter().for_each(|(_, request)| self.request(request));
            }
            Err(why) => {
                let diagnostic = Diagnostic {
                    severity: Some(DiagnosticSeverity::ERROR),
                    source: Some("synod".to_string()),
                    message: why.clone(),
                    ..Diagnostic::default()
                };
                if let Some(uri) = paths::uri(&file) {
                    self.publish(uri, vec![diagnostic], Some(version));
                }
                self.refuse_waiting(|of, _| of == file, ErrorCode::RequestFailed, &why);
            }
        }
    }

    /// Shows what is known to be wrong with a text before all of it is.
    fn is_known(&self, file: &str, version: i32, early: &Early) {
        if self.documents.get(file).is_some_and(|document| document.version == version) {
            let found = early.found();
            for (part, uri) in self.shown_parts(file, early.files()) {
                let diagnostics = features::diagnostics(&self.documents, &found, part, self.settings.notes);
                self.publish(uri, diagnostics, self.documents.get(part).map(|document| document.version));
            }
        }
    }

    /// The files of a text of which is shown what is wrong with them: the text itself, and closed files that it includes.
    fn shown_parts<'p>(&self, file: &str, parts: impl Iterator<Item = &'p str>) -> Vec<(&'p str, Uri)> {
        let shown = parts.filter(|part| *part == file || self.documents.get(part).is_none());
        shown.filter_map(|part| Some((part, paths::uri(part)?))).collect()
    }

    /// Shows what is wrong with a text, what was found out about its properties, and what is wrong in closed files that it includes.
    fn tell_diagnostics(&self, file: &str, analysis: &Analysis) {
        let found = analysis.found();
        for (part, uri) in self.shown_parts(file, analysis.files()) {
            let mut diagnostics = features::diagnostics(&self.documents, &found, part, self.settings.notes);
            let document = self.documents.get(part);
            if part == file {
                diagnostics.extend(self.answers.diagnostics(&self.documents, file, analysis));
            }
            self.publish(uri, diagnostics, document.map(|document| document.version));
        }
    }

    fn publish(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.notify("textDocument/publishDiagnostics", params);
    }

    // --- Checking -------------------------------------------------------------------------------------

    fn was_checked(&mut self, news: CheckNews) {
        match news {
            CheckNews::Progress { number, text } => {
                self.progress(number, json!({ "kind": "report", "message": text }))
            }
            CheckNews::Done { number, name: file, version, meaning, checked } => {
                self.checking.remove(&number);
                self.progress(number, json!({ "kind": "end" }));
                match checked {
                    Ok(checked) => {
                        if let Some(uri) = paths::uri(&file) {
                            let report = &checked.report;
                            let params = json!({ "uri": uri.as_str(), "version": version, "report": report });
                            self.notify("synod/answers", params);
                        }
                        self.answers.keep(&file, version, meaning, *checked);
                        let current =
                            self.documents.get(&file).and_then(|document| document.analysis.clone());
                        if let Some((_, analysis)) = current {
                            self.tell_diagnostics(&file, &analysis);
                        }
                        self.next += 1;
                        let refresh = Request::new(
                            RequestId::from(self.next as i32),
                            "workspace/codeLens/refresh".to_string(),
                            Value::Null,
                        );
                        self.send(refresh);
                    }
                    Err(why) => self.notify("window/showMessage", json!({ "type": 1, "message": why })),
                }
            }
        }
    }

    fn progress(&self, number: u64, value: Value) {
        if self.shows_progress {
            self.notify("$/progress", json!({ "token": number, "value": value }));
        }
    }

    /// Begins to check properties of a text that was read; the number of the check.
    fn check(&mut self, file: &str, analysis: Arc<Analysis>, asked: &Value) -> u64 {
        self.next += 1;
        let number = self.next;
        let version = self.documents.get(file).map_or(0, |document| document.version);
        let strings = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect()
        };
        let engine = asked.get("engine").and_then(Value::as_str).unwrap_or(&self.settings.engine);
        let engine = EngineChoice::from(if engine.is_empty() { AUTO } else { engine });
        let on_save = asked.get("onSave").is_some();
        let seconds = asked.get("seconds").and_then(Value::as_u64);
        let mut budget = Budget::unlimited();
        if let Some(seconds) = seconds.or(on_save.then_some(self.settings.check_seconds)) {
            budget = budget.timeout(Duration::from_secs(seconds));
        }
        budget.depth = asked.get("depth").and_then(Value::as_u64);
        if self.shows_progress {
            let create = Request::new(
                RequestId::from(format!("progress-{number}")),
                "window/workDoneProgress/create".to_string(),
                json!({ "token": number }),
            );
            self.send(create);
            let title = format!("Checking {}", file.rsplit(['/', '\\']).next().unwrap_or(file));
            self.progress(number, json!({ "kind": "begin", "title": title, "cancellable": true }));
        }
        self.checking.insert(number, budget.clone());
        let wanted = asked.get("properties").map(strings).unwrap_or_default();
        let coverage = asked.get("coverage").and_then(Value::as_bool).unwrap_or(self.settings.coverage);
        let name = file.to_string();
        let task = CheckTask { name, version, analysis, wanted, engine, coverage, budget, number };
        let _ = self.checks.send(task);
        number
    }

    // --- Requests -------------------------------------------------------------------------------------

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        let is_silent = is_own(&request);
        match self.answer(request) {
            Some(Ok(result)) if !is_silent => self.send(Response::new_ok(id, result)),
            Some(Err((code, why))) if !is_silent => self.send(Response::new_err(id, code as i32, why)),
            _ => {}
        }
    }

    /// The answer to a request; `None` if it waits, or is answered elsewhere.
    fn answer(&mut self, request: Request) -> Option<Result<Value, Refused>> {
        let file = match request.method.as_str() {
            "workspace/symbol" => return Some(self.workspace_symbols(request.params)),
            "workspace/executeCommand" => match command(&request) {
                Ok((name, _)) if name == "synod.cancel" => {
                    self.checking.values().for_each(Budget::cancel);
                    return Some(Ok(Value::Null));
                }
                Ok((name, _)) if name == "synod.catalogue" => {
                    return Some(value(Catalogue::of_this_version()));
                }
                Ok((_, asked)) => asked.get("uri").and_then(Value::as_str).map(str::to_string),
                Err(refused) => return Some(Err(refused)),
            },
            "synod/check" => request.params.get("uri").and_then(Value::as_str).map(str::to_string),
            "callHierarchy/incomingCalls" | "callHierarchy/outgoingCalls" => {
                request.params.pointer("/item/uri").and_then(Value::as_str).map(str::to_string)
            }
            _ => request.params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_string),
        };
        let file = match file.and_then(|uri| uri.parse::<Uri>().ok()) {
            Some(uri) => paths::name(&uri),
            None => {
                let why = format!("`{}` is not answered here", request.method);
                return Some(Err((ErrorCode::MethodNotFound, why)));
            }
        };
        let Some(document) = self.documents.get(&file) else {
            return Some(Err((ErrorCode::InvalidParams, format!("`{file}` is not open"))));
        };
        let known = document.analysis.as_ref().map(|(version, analysis)| (*version, Arc::clone(analysis)));
        let is_current = known.as_ref().is_some_and(|(version, _)| *version == document.version);
        // What may be written next is asked while a text is half-written, and must not wait.
        let may_be_old =
            matches!(request.method.as_str(), "textDocument/completion" | "textDocument/signatureHelp");
        match known {
            Some((_, analysis)) if is_current && is_for_runs(&request) => {
                let known = self.answers.report(&file, &analysis).map(|report| report.properties.as_slice());
                let (_, asked) = match command(&request) {
                    Ok(asked) => asked,
                    Err(refused) => return Some(Err(refused)),
                };
                match Shown::read(&asked, known.unwrap_or_default()) {
                    Ok(shown) => {
                        let (loader, client) = (self.documents.loader(), self.to_client.clone());
                        viewing::answer(request.id, analysis, shown, loader, client);
                    }
                    Err(why) => return Some(Err((ErrorCode::InvalidParams, why))),
                }
                None
            }
            Some((_, analysis)) if is_current || may_be_old => {
                Some(self.answer_about(&file, &analysis, request))
            }
            _ => {
                self.waiting.push((file, request));
                None
            }
        }
    }

    fn answer_about(
        &mut self,
        file: &str,
        analysis: &Arc<Analysis>,
        request: Request,
    ) -> Result<Value, Refused> {
        let Request { method, params, .. } = request;
        let documents = &self.documents;
        let text = documents.get(file).map(|document| &document.text);
        let Some(text) = text else {
            return Err((ErrorCode::InvalidParams, format!("`{file}` is not open")));
        };
        match method.as_str() {
            "textDocument/hover" => {
                let (file, offset) = self.spot(params)?;
                value(features::hover(documents, analysis, &file, offset, &self.settings.book))
            }
            "textDocument/definition" => {
                let (file, offset) = self.spot(params)?;
                value(features::definitions(documents, analysis, &file, offset))
            }
            "textDocument/typeDefinition" => {
                let (file, offset) = self.spot(params)?;
                value(asking::type_definitions(documents, analysis, &file, offset))
            }
            "textDocument/signatureHelp" => {
                let (_, offset) = self.spot(params)?;
                value(asking::signature(analysis, text, offset))
            }
            "textDocument/inlayHint" => {
                let params: lsp_types::InlayHintParams = parse(params)?;
                value(asking::hints(analysis, file, text, params.range))
            }
            "textDocument/prepareCallHierarchy" => {
                let (file, offset) = self.spot(params)?;
                value(asking::callable(documents, analysis, &file, offset))
            }
            "callHierarchy/incomingCalls" => {
                let params: lsp_types::CallHierarchyIncomingCallsParams = parse(params)?;
                let offset = text.offset(params.item.selection_range.start);
                value(asking::incoming(documents, analysis, file, offset))
            }
            "callHierarchy/outgoingCalls" => {
                let params: lsp_types::CallHierarchyOutgoingCallsParams = parse(params)?;
                let offset = text.offset(params.item.selection_range.start);
                value(asking::outgoing(documents, analysis, file, offset))
            }
            "textDocument/references" => {
                let declared =
                    params.pointer("/context/includeDeclaration").and_then(Value::as_bool).unwrap_or(true);
                let (file, offset) = self.spot(params)?;
                value(features::references(documents, analysis, &file, offset, declared))
            }
            "textDocument/documentHighlight" => {
                let (file, offset) = self.spot(params)?;
                value(features::highlights(documents, analysis, &file, offset))
            }
            "textDocument/prepareRename" => {
                let (file, offset) = self.spot(params)?;
                value(analysis.renamable(&file, offset).map(|found| text.range(found.span)))
            }
            "textDocument/rename" => {
                let params: lsp_types::RenameParams = parse(params)?;
                let at = params.text_document_position;
                let offset = text.offset(at.position);
                let edit = features::rename(documents, analysis, file, offset, &params.new_name);
                value(edit.map_err(|why| (ErrorCode::RequestFailed, why))?)
            }
            "textDocument/documentSymbol" => value(features::document_symbols(text, &analysis.outline(file))),
            "textDocument/completion" => {
                let params: lsp_types::CompletionParams = parse(params)?;
                let offset = text.offset(params.text_document_position.position);
                value(features::completions(analysis, file, text, offset))
            }
            "textDocument/codeAction" => {
                let params: lsp_types::CodeActionParams = parse(params)?;
                value(features::code_actions(documents, analysis, file, params.range))
            }
            "textDocument/codeLens" => {
                value(features::lenses(analysis, file, text, &self.answers.verdicts(file, analysis)))
            }
            "textDocument/foldingRange" => value(features::folds(analysis, file, text)),
            "textDocument/documentLink" => value(features::links(analysis, file, text)),
            "textDocument/selectionRange" => {
                let params: lsp_types::SelectionRangeParams = parse(params)?;
                let selection = |at| features::selection(analysis, file, text, text.offset(at));
                value(params.positions.into_iter().map(selection).collect::<Vec<_>>())
            }
            "textDocument/formatting" => value(features::format(file, text, None)),
            "textDocument/rangeFormatting" => {
                let params: lsp_types::DocumentRangeFormattingParams = parse(params)?;
                value(features::format(file, text, Some(text.span(params.range))))
            }
            "textDocument/onTypeFormatting" => {
                let params: lsp_types::DocumentOnTypeFormattingParams = parse(params)?;
                let at = text.offset(params.text_document_position.position);
                value(features::format(file, text, Some(synod_syntax::Span::new(at, at))))
            }
            "textDocument/semanticTokens/full" => {
                let data = tokens::tokens(text, &analysis.all_mentions(file));
                let result_id = Some(self.keep_tokens(file, data.clone()).0);
                value(SemanticTokens { result_id, data })
            }
            "textDocument/semanticTokens/full/delta" => {
                let params: lsp_types::SemanticTokensDeltaParams = parse(params)?;
                let data = tokens::tokens(text, &analysis.all_mentions(file));
                let (id, before) = self.keep_tokens(file, data.clone());
                match before.filter(|(known, _)| *known == params.previous_result_id) {
                    Some((_, before)) => {
                        let edits = tokens::changes(&before, &data);
                        value(SemanticTokensDelta { result_id: Some(id), edits })
                    }
                    None => value(SemanticTokens { result_id: Some(id), data }),
                }
            }
            "synod/check" => {
                self.check(file, Arc::clone(analysis), &params);
                Ok(Value::Null)
            }
            "workspace/executeCommand" => {
                let params: lsp_types::ExecuteCommandParams = parse(params)?;
                let asked = params.arguments.first().cloned().unwrap_or(Value::Null);
                match params.command.as_str() {
                    "synod.check" => Ok(json!({ "check": self.check(file, Arc::clone(analysis), &asked) })),
                    "synod.properties" => {
                        let known = self.answers.report(file, analysis);
                        value(features::properties(analysis, file, text, known))
                    }
                    "synod.report" => value(self.answers.report(file, analysis)),
                    "synod.coverage" => {
                        let version = self.documents.get(file).map_or(0, |document| document.version);
                        value(self.answers.coverage(file, analysis, version))
                    }
                    "synod.parameters" => value(parameters(analysis)),
                    other => Err((ErrorCode::InvalidParams, format!("there is no command `{other}`"))),
                }
            }
            other => Err((ErrorCode::MethodNotFound, format!("`{other}` is not answered here"))),
        }
    }

    fn spot(&self, params: Value) -> Result<(String, usize), Refused> {
        let at: TextDocumentPositionParams = parse(params)?;
        features::spot(&self.documents, &at)
            .ok_or((ErrorCode::InvalidParams, "this text is not open".to_string()))
    }

    /// Keeps the tokens that the client has of a file from now on; their number, and those that it had.
    fn keep_tokens(
        &mut self,
        file: &str,
        data: Vec<SemanticToken>,
    ) -> (String, Option<(String, Vec<SemanticToken>)>) {
        self.next += 1;
        let id = self.next.to_string();
        let before = self.tokens.insert(file.to_string(), (id.clone(), data));
        (id, before)
    }

    fn workspace_symbols(&mut self, params: Value) -> Result<Value, Refused> {
        let params: lsp_types::WorkspaceSymbolParams = parse(params)?;
        let names = self.documents.names();
        let known =
            names.iter().filter_map(|file| Some((file, &self.documents.get(file)?.analysis.as_ref()?.1)));
        let found = known.flat_map(|(file, analysis)| {
            features::workspace_symbols(&self.documents, analysis, file, &params.query)
        });
        let mut found: Vec<_> = found.collect();
        found.extend(self.workspace.symbols(&self.documents, &params.query));
        value(found)
    }
}

/// The parameters of a model, for those who ask for values.
fn parameters(analysis: &Analysis) -> Value {
    let all = analysis.parameters().into_iter().map(|parameter| {
        json!({ "name": parameter.name, "value": parameter.value, "optional": parameter.is_optional })
    });
    let given: HashMap<_, _> = analysis.given_parameters().iter().cloned().collect();
    json!({ "about": analysis.frontend().parameters(), "parameters": all.collect::<Vec<_>>(), "given": given })
}

/// Whether a request is one that the server asked of itself.
fn is_own(request: &Request) -> bool {
    request.method == "synod/check" && request.id == RequestId::from(-1)
}

/// Whether a request is for runs, which are answered when they are drawn.
fn is_for_runs(request: &Request) -> bool {
    request.method == "workspace/executeCommand"
        && request.params.get("command") == Some(&json!("synod.runs"))
}

/// The name of a command with what is asked.
fn command(request: &Request) -> Result<(String, Value), Refused> {
    let params: lsp_types::ExecuteCommandParams = parse(request.params.clone())?;
    match COMMANDS.contains(&params.command.as_str()) {
        true => Ok((params.command, params.arguments.into_iter().next().unwrap_or(Value::Null))),
        false => Err((ErrorCode::InvalidParams, format!("there is no command `{}`", params.command))),
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Refused> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn value(result: impl serde::Serialize) -> Result<Value, Refused> {
    serde_json::to_value(result).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}
