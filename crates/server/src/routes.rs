//! The server: what is asked over HTTP, and what is answered.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Extension, FromRequest, Path, Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use axum::routing::{get, post, put};
use axum::serve::ListenerExt;
use axum::{Json, Router};
use futures_util::Stream;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use synod_service::{Failure, FailureKind, JobInfo, NewJob, SaveText};
use tokio::net::TcpListener;

use crate::connections::Connections;
use crate::files::Files;
use crate::guard::{Guard, cookie, random_name};
use crate::jobs::{Client, Job, Jobs};
use crate::pool::Pool;
use crate::{ServeOptions, openapi, page};

/// What pages may load and do: what this server has, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// For so long nothing need be written on a connection before it is closed. All that is asked is answered in less, and who listens to
/// news of a job hears something more often.
const MOST_SILENCE: Duration = Duration::from_secs(180);

/// The cookie by which a public server knows the jobs of a client.
const CLIENT: &str = "synod-client";

struct Server {
    options: ServeOptions,
    guard: Guard,
    pool: Arc<Pool>,
    jobs: Arc<Jobs>,
    files: Option<Arc<Files>>,
}

type Shared = State<Arc<Server>>;

/// Serves until the user interrupts; `ready` is told the address of the page once it can be opened.
pub fn serve(options: ServeOptions, ready: impl FnOnce(&str)) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(async move {
        let address = SocketAddr::new(options.address, options.port);
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| format!("cannot listen at {address}: {error}"))?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let most = options.most_connections();
        let connections = Connections::new(listener, most, options.proxies.clone(), MOST_SILENCE);
        let server = Arc::new(Server::new(options, address.port())?);
        let query = server.guard.token().map_or(String::new(), |token| format!("?token={token}"));
        ready(&format!("http://{address}/{query}"));
        let service = router(server).into_make_service_with_connect_info::<SocketAddr>();
        tokio::select! {
            // What is tapped says who has connected.
            served = axum::serve(connections.tap_io(|_| {}), service) => served.map_err(|error| error.to_string()),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })
}

impl Server {
    fn new(options: ServeOptions, port: u16) -> Result<Self, String> {
        let folder = options.folder.as_deref().filter(|_| !options.public);
        let files = folder.map(Files::new).transpose()?.map(Arc::new);
        Ok(Server {
            guard: Guard::new(&options, port).map_err(|failure| failure.message)?,
            pool: Arc::new(Pool::new(options.clone())),
            jobs: Arc::new(Jobs::new(options.most_jobs_of_address())),
            files,
            options,
        })
    }

    /// Whose jobs a request is about. Whoever has the token is one client; a public server tells clients apart by a cookie
    /// that nobody guesses.
    fn client(&self, headers: &HeaderMap) -> String {
        match self.options.public {
            false => String::new(),
            true => cookie(headers, CLIENT).unwrap_or("nobody").to_string(),
        }
    }

    fn files(&self) -> Result<Arc<Files>, Refused> {
        let absent = || Refused(Failure::new(FailureKind::Forbidden, "this server has no files"));
        self.files.clone().ok_or_else(absent)
    }

    fn job(&self, headers: &HeaderMap, id: &str) -> Result<Arc<Job>, Refused> {
        Ok(self.jobs.find(&self.client(headers), id)?)
    }
}

fn router(server: Arc<Server>) -> Router {
    let api = Router::new()
        .route("/api/info", get(info))
        .route("/api/openapi.json", get(description))
        .route("/api/call/{method}", post(call))
        .route("/api/jobs", get(list_jobs).post(start_job))
        .route("/api/jobs/{id}", get(show_job).delete(forget_job))
        .route("/api/jobs/{id}/cancel", post(cancel_job))
        .route("/api/jobs/{id}/events", get(events))
        .route("/api/files", get(list_files))
        .route("/api/files/{*path}", get(read_file).put(save_file).delete(remove_file))
        .route("/api/drafts/{*path}", put(save_draft).delete(remove_draft))
        .route("/api/{*rest}", get(nowhere).post(nowhere).put(nowhere).delete(nowhere))
        .route_layer(from_fn_with_state(Arc::clone(&server), authorise));
    Router::new()
        .merge(api)
        .route("/", get(home))
        .route("/{*path}", get(asset))
        .layer(DefaultBodyLimit::max(server.options.most_request_bytes()))
        .layer(from_fn_with_state(Arc::clone(&server), admit))
        .with_state(server)
}

/// Why a request is not answered, with the status that goes with it.
struct Refused(Failure);

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Refused(failure)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = match self.0.kind {
            FailureKind::Malformed => StatusCode::BAD_REQUEST,
            FailureKind::Rejected | FailureKind::Interrupted => StatusCode::UNPROCESSABLE_ENTITY,
            FailureKind::Missing => StatusCode::NOT_FOUND,
            FailureKind::Forbidden => StatusCode::FORBIDDEN,
            FailureKind::Conflict => StatusCode::CONFLICT,
            FailureKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            FailureKind::Busy => StatusCode::TOO_MANY_REQUESTS,
            FailureKind::Crashed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(self.0)).into_response()
    }
}

/// Hears only requests that are for this server, and within the quota; and says what pages may do.
async fn admit(
    State(server): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = server.guard.address(peer.ip(), request.headers());
    request.extensions_mut().insert(address);
    let admitted = server.guard.admit(request.method(), request.headers());
    let counted = admitted.and_then(|()| server.guard.count(address, Instant::now()));
    let mut response = match counted {
        Ok(()) => next.run(request).await,
        Err(failure) => Refused(failure).into_response(),
    };
    let headers = response.headers_mut();
    let mut say = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    say(CONTENT_SECURITY_POLICY, POLICY);
    say(X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(X_FRAME_OPTIONS, "DENY");
    say(REFERRER_POLICY, "no-referrer");
    say(CACHE_CONTROL, "no-store");
    say(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    say(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    say(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    response
}

/// Hears only those who have the token.
async fn authorise(State(server): Shared, request: Request, next: Next) -> Response {
    match server.guard.is_known(request.headers()) {
        true => next.run(request).await,
        false => {
            let message = "open the address that `synod serve` printed: the token in it is missing here";
            let body = Json(Failure::new(FailureKind::Forbidden, message));
            (StatusCode::UNAUTHORIZED, body).into_response()
        }
    }
}

#[derive(Deserialize)]
struct Entry {
    token: Option<String>,
}

async fn home(
    State(server): Shared,
    Query(entry): Query<Entry>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    if let Some(token) = entry.token.filter(|_| server.guard.token().is_some()) {
        if !server.guard.knows(&token) {
            let message = "the token is wrong: open the address that `synod serve` printed last";
            return Err(Refused(Failure::new(FailureKind::Forbidden, message)));
        }
        let cookie = format!("{}={token}; HttpOnly; SameSite=Lax; Path=/", server.guard.cookie());
        return Ok(
            (StatusCode::SEE_OTHER, [(LOCATION, "/".to_string()), (SET_COOKIE, cookie)]).into_response()
        );
    }
    let mut response = shown("")?;
    if server.options.public && cookie(&headers, CLIENT).is_none() {
        let cookie = format!("{CLIENT}={}; HttpOnly; SameSite=Lax; Path=/", random_name()?);
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(SET_COOKIE, value);
        }
    }
    Ok(response)
}

async fn asset(Path(path): Path<String>) -> Result<Response, Refused> {
    shown(&path)
}

fn shown(path: &str) -> Result<Response, Refused> {
    let absent = || Refused(Failure::new(FailureKind::Missing, "there is no such page"));
    let (content, kind) = page::file(path).ok_or_else(absent)?;
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], Body::from(content)).into_response())
}

async fn nowhere() -> Refused {
    Refused(Failure::new(FailureKind::Missing, "there is no such request: see /api/openapi.json"))
}

/// The document that a request has as its body.
struct Document<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Document<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let body = Bytes::from_request(request, state).await.map_err(|why| match why.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let message = "the request has more bytes than this server takes: `/api/info` says how many";
                Failure::new(FailureKind::TooLarge, message)
            }
            _ => Failure::new(FailureKind::Malformed, why.body_text()),
        })?;
        let malformed = |error: serde_json::Error| Failure::new(FailureKind::Malformed, error.to_string());
        Ok(Document(serde_json::from_slice(&body).map_err(malformed)?))
    }
}

async fn info(State(server): Shared) -> Response {
    Json(server.options.info()).into_response()
}

async fn description() -> Response {
    Json(openapi::document()).into_response()
}

async fn call(
    State(server): Shared,
    Extension(address): Extension<IpAddr>,
    Path(method): Path<String>,
    Document(request): Document<Value>,
) -> Result<Response, Refused> {
    Ok(Json(server.pool.quick(address, method, request).await?).into_response())
}

async fn start_job(
    State(server): Shared,
    Extension(address): Extension<IpAddr>,
    headers: HeaderMap,
    Document(new): Document<NewJob>,
) -> Result<Response, Refused> {
    let client = Client { name: server.client(&headers), address, most: server.options.most_jobs() };
    let asked = new.request["limits"]["seconds"].as_f64().filter(|seconds| *seconds >= 0.0);
    let seconds = asked.map_or(server.options.seconds, |asked| asked.min(server.options.seconds));
    let job = server.jobs.start(&server.pool, client, seconds, new)?;
    Ok((StatusCode::ACCEPTED, Json(server.jobs.info(&job, false))).into_response())
}

async fn list_jobs(State(server): Shared, headers: HeaderMap) -> Json<Vec<JobInfo>> {
    let own = server.jobs.of(&server.client(&headers));
    Json(own.iter().map(|job| server.jobs.info(job, false)).collect())
}

async fn show_job(
    State(server): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let job = server.job(&headers, &id)?;
    Ok(Json(server.jobs.info(&job, true)).into_response())
}

async fn cancel_job(
    State(server): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    server.job(&headers, &id)?.cancel();
    Ok(StatusCode::NO_CONTENT)
}

async fn forget_job(
    State(server): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    let job = server.job(&headers, &id)?;
    server.jobs.forget(&job);
    Ok(StatusCode::NO_CONTENT)
}

/// The news of a job from where the client left off, and its end.
async fn events(
    State(server): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    let job = server.job(&headers, &id)?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    let stream = futures_util::stream::unfold(Some(last.unwrap_or(0)), move |at| {
        let (server, job) = (Arc::clone(&server), Arc::clone(&job));
        async move {
            let number = at?;
            let mut changes = job.changes();
            loop {
                let has_ended = match job.news(number) {
                    Ok(text) => {
                        let event = Event::default().id((number + 1).to_string()).event("news").data(text);
                        return Some((Ok(event), Some(number + 1)));
                    }
                    Err(has_ended) => has_ended,
                };
                if has_ended {
                    let info = serde_json::to_string(&server.jobs.info(&job, true)).unwrap_or_default();
                    return Some((Ok(Event::default().event("end").data(info)), None));
                }
                changes.changed().await.ok()?;
            }
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Does something with files where waiting for them disturbs nobody.
async fn with_files<T: Send + 'static>(
    server: &Server,
    work: impl FnOnce(&Files) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Refused> {
    let files = server.files()?;
    let done = tokio::task::spawn_blocking(move || work(&files)).await;
    let ended = |error: tokio::task::JoinError| Failure::new(FailureKind::Crashed, error.to_string());
    Ok(done.map_err(ended)??)
}

async fn list_files(State(server): Shared) -> Result<Response, Refused> {
    Ok(Json(with_files(&server, Files::list).await?).into_response())
}

async fn read_file(State(server): Shared, Path(path): Path<String>) -> Result<Response, Refused> {
    Ok(Json(with_files(&server, move |files| files.read(&path)).await?).into_response())
}

async fn save_file(
    State(server): Shared,
    Path(path): Path<String>,
    Document(new): Document<SaveText>,
) -> Result<Response, Refused> {
    Ok(Json(with_files(&server, move |files| files.save(&path, new)).await?).into_response())
}

async fn remove_file(State(server): Shared, Path(path): Path<String>) -> Result<StatusCode, Refused> {
    with_files(&server, move |files| files.remove(&path)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn save_draft(
    State(server): Shared,
    Path(path): Path<String>,
    Document(new): Document<SaveText>,
) -> Result<StatusCode, Refused> {
    with_files(&server, move |files| files.save_draft(&path, new.text)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove_draft(State(server): Shared, Path(path): Path<String>) -> Result<StatusCode, Refused> {
    with_files(&server, move |files| files.remove_draft(&path)).await?;
    Ok(StatusCode::NO_CONTENT)
}
