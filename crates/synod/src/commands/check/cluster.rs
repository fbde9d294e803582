//! `check --engine cluster`: which processes there are, and what they must have in common.

use std::ffi::OsString;

use synod_core::Budget;
use synod_session::check::cluster::{
    ClusterOptions, Digest, Hosts, Launch, SharedCluster, Ticket, Token, serve,
};
use synod_session::{OpenedModel, Rejection};

use super::targets::Targets;
use crate::cli::CheckArgs;
use crate::commands::cluster::hosts;
use crate::failure::{Done, Failure, INCONCLUSIVE};
use crate::files::STANDARD_STREAM;
use crate::models;

/// Where a token can be given that is in no file.
const TOKEN: &str = "SYNOD_CLUSTER_TOKEN";

/// Where the name of the program on other machines can be given.
const PROGRAM: &str = "SYNOD_CLUSTER_PROGRAM";

/// The processes that are asked for, if there are more than this one.
pub fn plan(args: &CheckArgs, model: &OpenedModel) -> Result<Option<SharedCluster>, Rejection> {
    let cluster = &args.cluster;
    if cluster.hosts.is_none() && cluster.processes.is_none() {
        return match cluster.process {
            None => Ok(None),
            Some(_) => {
                Err(Rejection::because("`--process` needs `--hosts`: the file that names all processes"))
            }
        };
    }
    if args.model.model == STANDARD_STREAM {
        return Err(Rejection::because("processes need the file of the model: each of them reads it"));
    }
    let hosts = cluster.hosts.as_deref().map(named).transpose()?;
    let here = std::env::current_exe();
    let here = here.map_err(|error| Rejection::because(format!("the program is not found: {error}")))?;
    let options = ClusterOptions {
        processes: cluster.processes.unwrap_or(1),
        hosts,
        by_hand: cluster.process.is_some(),
        launch: Some(Launch::Program {
            here,
            remote: std::env::var(PROGRAM).unwrap_or_else(|_| "synod".to_string()),
            arguments: arguments(std::env::args_os().skip(1)),
        }),
        version: synod_documents::VERSION.to_string(),
        model: digest(args, model),
    };
    Ok(Some(SharedCluster::new(options)))
}

/// What is typed for another process: the same, but that it joins.
fn arguments(typed: impl Iterator<Item = OsString>) -> Vec<OsString> {
    typed.chain([OsString::from("--join")]).collect()
}

/// The file of hosts, with the token of the environment if it has none.
fn named(path: &std::path::Path) -> Result<Hosts, Rejection> {
    let mut hosts = hosts(path).map_err(|failure| match failure {
        Failure::Input(reason) => Rejection::because(reason),
        _ => Rejection::because("the file of hosts cannot be read"),
    })?;
    let given = || std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
    hosts.token = hosts.token.or_else(|| given().map(|token| Token::of_text(&token)));
    Ok(hosts)
}

/// What all processes must have in common: the text of the model, and how it is read.
fn digest(args: &CheckArgs, model: &OpenedModel) -> Digest {
    let options =
        format!("{:?}", (&args.model.meaning, &args.verdicts, &args.formula, &args.limits.int_bound));
    let identity = model.fingerprint().to_le_bytes();
    Digest::of([model.source.text().as_bytes(), options.as_bytes(), &identity])
}

/// Takes part as a process that is not the first.
pub fn join(args: &CheckArgs, process: usize) -> Done {
    let ticket = ticket(args, process)?;
    let Targets::One(args) = Targets::find(args).map_err(models::report)? else {
        return Err(Failure::input("processes search one model with one value of each parameter"));
    };
    let args = &*args;
    let opened = models::open_with(&args.model, &args.verdicts, &args.formula, &Budget::unlimited());
    let model = opened.and_then(|opened| opened.one_system()).map_err(models::report)?;
    match serve(&ticket, process, synod_documents::VERSION, digest(args, &model)) {
        Ok(()) => Ok(0),
        Err(reason) if reason.starts_with("refused") => {
            Err(Failure::Input(format!("process {process}: {reason}")))
        }
        Err(reason) => {
            crate::terminal::tell(&format!("synod: process {process}: {reason}"));
            Ok(INCONCLUSIVE)
        }
    }
}

/// How to join: told on standard input by who has started this process, or by the file of hosts.
fn ticket(args: &CheckArgs, process: usize) -> Result<Ticket, Failure> {
    if args.cluster.join {
        let ticket = Ticket::read(&mut std::io::stdin().lock());
        return ticket.ok_or_else(|| Failure::input("standard input does not say how to join"));
    }
    let path = args.cluster.hosts.as_deref();
    let path =
        path.ok_or_else(|| Failure::input("`--process` needs `--hosts`: the file that names all processes"))?;
    let Hosts { hosts, token } = named(path).map_err(models::report)?;
    let token = token.ok_or_else(|| {
        Failure::input(format!(
            "processes that are started by hand need a token: put a line `token TEXT` into the file of hosts, or set {TOKEN}"
        ))
    })?;
    match (hosts.first(), hosts.get(process)) {
        (Some(first), Some(own)) => {
            Ok(Ticket { token, first: first.address.clone(), listen: own.address.clone() })
        }
        _ => Err(Failure::input(format!(
            "the file of hosts names {} processes, and this is {process}",
            hosts.len()
        ))),
    }
}
