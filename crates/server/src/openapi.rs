//! The description of the API, in the words of OpenAPI 3.1, made from the types.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use synod_service::{Failure, FileEntry, FileText, JobEvent, JobInfo, METHODS, NewJob, SaveText, ServerInfo};

/// The description of the API.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator =
        settings.with(|settings| settings.definitions_path = "/components/schemas".into()).into_generator();
    let mut paths = Map::new();
    for method in METHODS {
        let request = method.request(&mut generator).to_value();
        let answer = method.answer(&mut generator).to_value();
        let (path, what) = match method.is_job {
            false => (format!("/api/call/{}", method.name), method.meaning.to_string()),
            true => {
                let note = "As a question that is answered at once; what may take long is better a job (`/api/jobs`).";
                (format!("/api/call/{}", method.name), format!("{} {note}", method.meaning))
            }
        };
        let operation =
            operation(method.name, &what, Some(request), answered("200", "The answer.", Some(answer)));
        paths.insert(path, json!({ "post": operation }));
    }
    others(&mut paths, &mut generator);
    generator.subschema_for::<JobEvent>();
    generator.subschema_for::<Failure>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Synod",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What `synod serve` answers. Every request has the token that the server printed, as the cookie that its page \
                            gets or as `Authorization: Bearer TOKEN`.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "security": [{ "token": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": generator.take_definitions(false),
        },
    })
}

fn others(paths: &mut Map<String, Value>, generator: &mut SchemaGenerator) {
    let schema = |value: schemars::Schema| value.to_value();
    let (info, job, new) = (
        schema(generator.subschema_for::<ServerInfo>()),
        schema(generator.subschema_for::<JobInfo>()),
        schema(generator.subschema_for::<NewJob>()),
    );
    let (entry, text, save) = (
        schema(generator.subschema_for::<FileEntry>()),
        schema(generator.subschema_for::<FileText>()),
        schema(generator.subschema_for::<SaveText>()),
    );
    let list = |item: &Value| json!({ "type": "array", "items": item });
    let done = || answered("204", "It is done.", None);
    let with = |id: &str, what: &str, body: Option<&Value>, responses: Value| {
        operation(id, what, body.cloned(), responses)
    };
    paths.insert(
        "/api/info".to_string(),
        json!({ "get": with("info", "What the server is, and what it allows.", None, answered("200", "The server.", Some(info))) }),
    );
    paths.insert(
        "/api/jobs".to_string(),
        json!({
            "get": with("listJobs", "The jobs of this client, without their answers.", None, answered("200", "The jobs.", Some(list(&job)))),
            "post": with("startJob", "Starts a job.", Some(&new), answered("202", "The job.", Some(job.clone()))),
        }),
    );
    let of_job = parameter("id", "The id of the job.");
    paths.insert(
        "/api/jobs/{id}".to_string(),
        json!({
            "parameters": of_job,
            "get": with("showJob", "A job, with its answer.", None, answered("200", "The job.", Some(job))),
            "delete": with("forgetJob", "Stops a job, and forgets it.", None, done()),
        }),
    );
    paths.insert(
        "/api/jobs/{id}/cancel".to_string(),
        json!({ "parameters": of_job, "post": with("cancelJob", "Asks a job to stop: it ends with what it knows so far.", None, done()) }),
    );
    let stream = json!({
        "200": {
            "description": "Server-sent events: `news` with a `JobEvent`, and at last `end` with the `JobInfo`. `Last-Event-ID` goes on where a \
                            connection was lost.",
            "content": { "text/event-stream": { "schema": { "type": "string" } } },
        },
        "default": failure(),
    });
    paths.insert(
        "/api/jobs/{id}/events".to_string(),
        json!({ "parameters": of_job, "get": with("events", "The news of a job.", None, stream) }),
    );
    paths.insert(
        "/api/files".to_string(),
        json!({ "get": with("listFiles", "All files of the folder.", None, answered("200", "The files.", Some(list(&entry)))) }),
    );
    let of_path = parameter("path", "The path of the file in the folder.");
    paths.insert(
        "/api/files/{path}".to_string(),
        json!({
            "parameters": of_path,
            "get": with("readFile", "A file and its draft.", None, answered("200", "The text.", Some(text.clone()))),
            "put": with("saveFile", "Saves a file, unless it has changed since its version.", Some(&save), answered("200", "The text.", Some(text))),
            "delete": with("removeFile", "Removes a file.", None, done()),
        }),
    );
    paths.insert(
        "/api/drafts/{path}".to_string(),
        json!({
            "parameters": of_path,
            "put": with("saveDraft", "Keeps a text that is not saved.", Some(&save), done()),
            "delete": with("removeDraft", "Forgets such a text.", None, done()),
        }),
    );
}

fn parameter(name: &str, what: &str) -> Value {
    json!([{ "name": name, "in": "path", "required": true, "description": what, "schema": { "type": "string" } }])
}

fn operation(id: &str, what: &str, body: Option<Value>, responses: Value) -> Value {
    let mut operation = json!({ "operationId": id, "description": what, "responses": responses });
    if let Some(schema) = body {
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    operation
}

fn answered(status: &str, what: &str, schema: Option<Value>) -> Value {
    let mut answer = json!({ "description": what });
    if let Some(schema) = schema {
        answer["content"] = json!({ "application/json": { "schema": schema } });
    }
    json!({ status: answer, "default": failure() })
}

fn failure() -> Value {
    json!({
        "description": "Why there is no answer.",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Failure" } } },
    })
}

#[cfg(test)]
mod tests {
    /// `SYNOD_BLESS=1` writes the file anew.
    #[test]
    fn the_published_description_is_that_of_the_types() {
        let file = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json"));
        let generated = format!("{:#}\n", super::document());
        if std::env::var_os("SYNOD_BLESS").is_some() {
            std::fs::write(file, &generated).unwrap();
        }
        let published = std::fs::read_to_string(file).unwrap_or_default();
        assert!(published == generated, "docs/openapi.json is not what the types generate");
    }

    #[test]
    fn everything_that_is_referred_to_is_there() {
        let document = super::document();
        let text = document.to_string();
        let known = document["components"]["schemas"].as_object().unwrap();
        for part in text.split("\"$ref\":\"").skip(1) {
            let target = part.split('"').next().unwrap();
            let name = target.strip_prefix("#/components/schemas/").unwrap_or_else(|| panic!("{target}"));
            assert!(known.contains_key(name), "{name}");
        }
    }
}
