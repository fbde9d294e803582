//! What an editor asks, in every language.

use std::path::{Path, PathBuf};

use synod_core::Budget;
use synod_session::editing::{Analysis, CompletionKind, OutlineItem};
use synod_session::{Reader, Reading, languages};
use synod_syntax::Source;

fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folders =
        std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut found: Vec<PathBuf> = folders
        .flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()))
        .collect();
    found.retain(|path| {
        path.extension().is_some_and(|ending| {
            languages().iter().any(|each| each.language().endings.contains(&&*ending.to_string_lossy()))
        })
    });
    found.sort();
    assert!(found.len() > 20);
    found
}

/// A value for each parameter of a LAbS model.
fn parameters(text: &str) -> Vec<String> {
    let Some(line) = text.lines().find_map(|line| line.trim().strip_prefix("extern =")) else {
        return Vec::new();
    };
    line.split(',').map(|name| format!("{}=2", name.trim().trim_start_matches('_'))).collect()
}

fn analyse(name: &str, text: &str) -> Analysis {
    let parameters = if name.ends_with(".labs") { parameters(text) } else { Vec::new() };
    let reading = Reading { parameters, ..Reading::default() };
    let reader = Reader::new(&languages(), name, text, &reading).unwrap();
    reader
        .analyse(Source::new(name, text), &Budget::unlimited())
        .unwrap_or_else(|why| panic!("{}", why.message))
}

fn all(items: &[OutlineItem]) -> Vec<&OutlineItem> {
    items.iter().flat_map(|item| std::iter::once(item).chain(all(&item.children))).collect()
}

#[test]
fn every_declared_name_of_every_example_can_be_changed_and_changed_back() {
    for path in examples() {
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        let analysis = analyse(&name, &text);
        let errors =
            analysis.found().iter().filter(|found| found.severity == synod_syntax::Severity::Error).count();
        let outline = analysis.outline(&name);
        let items = all(&outline);
        assert!(items.len() > 1, "{name}");
        for item in items.iter().take(12) {
            let at = item.name_place.span.start as usize;
            if item.name == "Environment"
                || item.name == "Behavior"
                || item.name == "channel"
                || item.name == "system"
            {
                continue;
            }
            assert!(!analysis.definitions(&name, at).is_empty(), "{name}: {}", item.name);
            assert!(analysis.hover(&name, at).unwrap().text.contains(&item.name));
            let new = match item.name.starts_with(char::is_uppercase) {
                true => "ZZnew",
                false => "zznew",
            };
            let changes = analysis
                .rename(&name, at, new, &Budget::unlimited())
                .unwrap_or_else(|why| panic!("{name}: {}: {why}", item.name));
            let mut changed = text.clone();
            for change in changes.iter().rev() {
                assert_eq!(&changed[change.place.span.range()], item.name, "{name}");
                changed.replace_range(change.place.span.range(), new);
            }
            if name.ends_with(".labs") && item.kind == synod_session::editing::SymbolKind::Constant {
                continue;
            }
            let after = analyse(&name, &changed);
            let now =
                after.found().iter().filter(|found| found.severity == synod_syntax::Severity::Error).count();
            assert_eq!(now, errors, "{name}: {} to {new}: {:#?}", item.name, after.found());
        }
    }
}

const MODEL: &str = "\
// The lamp.
enum channel {wire}
message-structure: MSG : int
property-variables: lit : bool
// What glows.
agent Lamp
    local: glows : bool, other : 0..3
    init: !glows
    relabel: lit <- glows
    receive-guard: chan = wire
    repeat: on: {!glows & MSG = 1} wire? [glows := true, other := 2]
system = Lamp(lamp, true)
SPEC G (forall k : Lamp . k-glows -> lamp-other < 3)
";

fn at(text: &str, part: &str, nth: usize) -> usize {
    text.match_indices(part).nth(nth).unwrap_or_else(|| panic!("{part}")).0
}

#[test]
fn names_mean_what_they_are_declared_as() {
    let analysis = analyse("m.rcp", MODEL);
    assert_eq!(analysis.found().iter().filter(|f| f.severity == synod_syntax::Severity::Error).count(), 0);
    let uses = analysis.mentions("m.rcp", at(MODEL, "glows", 3));
    assert_eq!(uses.len(), MODEL.matches("glows").count() - 1, "the comment is none");
    assert!(uses[0].is_declaration && !uses[1].is_declaration);
    let bound = analysis.mentions("m.rcp", at(MODEL, "k-glows", 0));
    assert_eq!(bound.len(), 2);
    let hover = analysis.hover("m.rcp", at(MODEL, "Lamp(lamp", 0)).unwrap().text;
    assert!(hover.contains("an agent type") && hover.contains("What glows."), "{hover}");
    let word = analysis.hover("m.rcp", at(MODEL, "receive-guard", 0) + 3).unwrap().text;
    assert!(word.contains("listens"), "{word}");
}

#[test]
fn a_new_name_that_means_something_else_is_refused() {
    let analysis = analyse("m.rcp", MODEL);
    let rename =
        |part: &str, new: &str| analysis.rename("m.rcp", at(MODEL, part, 0), new, &Budget::unlimited());
    assert!(rename("other", "glows").unwrap_err().contains("cannot be called"));
    assert!(rename("other", "wire").is_err());
    assert!(rename("other", "9x").is_err());
    assert!(rename("other", "agent").is_err());
    assert_eq!(rename("other", "level").unwrap().len(), 3);
    assert!(analysis.rename("m.rcp", at(MODEL, "enum", 0), "x", &Budget::unlimited()).is_err());
}

#[test]
fn members_and_words_are_offered_where_they_fit() {
    let analysis = analyse("m.rcp", MODEL);
    let labels = |text: &str| -> Vec<String> {
        analysis.completions("m.rcp", text, text.len()).into_iter().map(|each| each.label).collect()
    };
    let members = labels(&format!("{MODEL}SPEC G lamp-"));
    assert_eq!(members, ["glows", "other", "on"]);
    let half = labels(&format!("{MODEL}SPEC G (la"));
    assert!(half.contains(&"lamp".to_string()) && half.contains(&"forall".to_string()));
    assert!(!half.contains(&"glows".to_string()), "a local is named with its instance here");
    let inside = at(MODEL, "glows := true", 0);
    let here = analysis.completions("m.rcp", MODEL, inside);
    assert!(here.iter().any(|each| each.label == "glows" && matches!(each.kind, CompletionKind::Name(_))));
}

#[test]
fn misspelt_names_can_be_mended() {
    for (name, text, wrong, right) in [
        ("m.rcp", MODEL.replace("[glows :=", "[glosw :="), "glosw", "glows"),
        ("m.rcp", MODEL.replace("receive-guard", "recieve-guard"), "recieve-guard", "receive-guard"),
        ("m.labs", "system { spawn = Nod: 2 }\nagent Node { interface = x: 0\nBehavior = x <- 1 }\ncheck { P = always true }\n".to_string(), "Nod", "Node"),
        ("m.ccs", "MACHINE = coin.MACHIEN\nproperty p: G !deadlock\n".to_string(), "MACHIEN", "MACHINE"),
    ] {
        let found = analyse(name, &text).found();
        let repair = found.iter().flat_map(|found| &found.repairs).next().unwrap_or_else(|| panic!("{name}: {found:#?}"));
        assert_eq!((&text[repair.place.span.range()], repair.text.as_str()), (wrong, right), "{name}");
        assert_eq!(repair.title, format!("Change `{wrong}` to `{right}`"));
    }
}

#[test]
fn declarations_and_comments_fold() {
    let text = format!("// One.\n// Two.\n{MODEL}");
    let analysis = analyse("m.rcp", &text);
    let folds = analysis.folds("m.rcp", &text);
    let parts: Vec<&str> = folds.iter().map(|fold| &text[fold.span.range()]).collect();
    assert!(parts[0].starts_with("// One.") && parts[0].ends_with("The lamp."), "{parts:?}");
    assert!(
        parts.iter().any(|part| part.starts_with("agent Lamp") && part.ends_with("other := 2]")),
        "{parts:?}"
    );
}

#[test]
fn one_mistake_is_told_once_and_hides_nothing_else() {
    let ispl = ("m.ispl", include_str!("../../frontends/ispl/src/template.ispl"));
    let pispl = ("m.pispl", include_str!("../../frontends/ispl/src/template.pispl"));
    let ccs = ("m.ccs", include_str!("../../frontends/process/src/template.ccs"));
    let chor = ("m.chor", include_str!("../../frontends/process/src/template.chor"));
    // What is changed, and what is not known any more.
    type Mistake = ((&'static str, &'static str), &'static str, &'static str, &'static [&'static str]);
    let mistakes: [Mistake; 18] = [
        (ispl, "{look, wait};\n", "{look wait};\n", &["look", "wait"]),
        (ispl, "coin : {heads, tails};", "coin : heads, tails};", &["coin", "heads", "tails"]),
        (ispl, "end Protocol\n  -- The", "-- The", &[]),
        (ispl, "Evaluation\n  heads", "Evaluaton\n  heads", &["heads", "looked"]),
        (ispl, "InitStates\n  Player", "InitStats\n  Player", &[]),
        (ispl, "Agent Player", "Agent", &["Player", "seen", "nothing", "heads", "tails", "look", "wait"]),
        (ispl, "end Agent\n\nAgent Player", "Agent Player", &[]),
        (ispl, "player = {Player};", "player = Player;", &["player"]),
        (ispl, "AF looked;", "AF (looked;", &[]),
        (pispl, "{go, signal};\n", "{go signal};\n", &["go", "signal"]),
        (pispl, "Evolution:", "Evoluton:", &[]),
        (pispl, "halted if Robot", "halted Robot", &["halted"]),
        (pispl, "end Template", "end", &[]),
        (ccs, "coin.(tea", "coin(tea", &["coin", "tea", "coffee"]),
        (ccs, "property served:", "property served", &["served"]),
        (ccs, "system  = (MACHINE", "system  = MACHINE", &[]),
        (
            chor,
            "seller -> buyer: price",
            "seller -> : price",
            &["ask", "price", "like", "dislike", "answer", "pack", "buyer", "seller"],
        ),
        (chor, "property ends: F", "property ends: F F F (", &["ends"]),
    ];
    for ((name, text), from, to, lost) in mistakes {
        let before = analyse(name, text);
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text, "{name}: {from}");
        let analysis = analyse(name, &broken);
        let errors: Vec<String> = analysis
            .found()
            .into_iter()
            .filter(|found| found.severity == synod_syntax::Severity::Error)
            .map(|found| found.message)
            .collect();
        assert_eq!(errors.len(), 1, "{name}: {to}: {errors:#?}");
        let outline = analysis.outline(name);
        let known: Vec<&str> = all(&outline).iter().map(|item| item.name.as_str()).collect();
        for item in all(&before.outline(name)) {
            let is_known = known.contains(&item.name.as_str());
            assert!(
                is_known || lost.contains(&item.name.as_str()),
                "{name}: {to}: {} is not known",
                item.name
            );
        }
    }
}

/// The name of a heading in links, as mdBook makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn rules_of_the_semantics_stand_in_the_book_where_they_are_said_to() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let pages: String = ["rcheck/semantics", "rcheck/properties", "process/index", "process/chor"]
        .map(|page| std::fs::read_to_string(book.join(format!("{page}.md"))).unwrap())
        .concat();
    let mut count = 0;
    for rule in languages().iter().flat_map(|each| each.rules()) {
        let (page, heading) = rule.place.split_once(".html#").expect(rule.place);
        let text = std::fs::read_to_string(book.join(format!("{page}.md"))).expect(rule.place);
        let mut headings = text.lines().filter_map(|line| line.strip_prefix('#'));
        assert!(headings.any(|line| anchor(line.trim_start_matches('#')) == heading), "{}", rule.place);
        for name in rule.text.split("**[").skip(1) {
            let name = name.split_once("]**").expect(rule.text).0;
            assert!(pages.contains(&format!("**[{name}]**")), "no rule is called {name}");
        }
        count += 1;
    }
    assert!(count > 30);
}
