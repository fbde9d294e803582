//! Strategies and paths where both can come to a dead end: verdicts of the engines against definitions, on random
//! systems; and formulas against what they can be rewritten to. `SYNOD_CASES` asks for more systems.

#[path = "dead_ends/brute_force.rs"]
mod brute_force;
#[path = "dead_ends/game.rs"]
mod game;
#[path = "dead_ends/question.rs"]
mod question;

use std::cell::Cell;

use brute_force::{Shape, World};
use game::{Game, games};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use question::{Question, facts, questions};
use synod_bdd::Bdd;
use synod_check::{AUTO, Checker};
use synod_core::{Budget, Counterexample, Engine, Property, Silent, State, Strategies, Strategy, Verdict};
use synod_explicit::Explicit;
use synod_simulate::{Finding, Interpreter, judge_strategy};
use synod_syntax::{Source, Style, render};
use synod_testing::runner;

const ALL: [Strategies; 3] = [Strategies::Unfair, Strategies::Fair, Strategies::Uniform];

fn load(game: &Game, formulas: &[String]) -> synod_ispl::Model {
    let text = game.text(formulas);
    let source = Source::new("random.ispl", &*text);
    let loaded = synod_ispl::load(&source);
    let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
    loaded.model.unwrap_or_else(|| panic!("{problems}\n{text}"))
}

/// How many states satisfy a property in each engine, and the verdicts.
fn answers(model: &synod_ispl::Model, property: &Property) -> [(String, Verdict); 2] {
    let (explicit, symbolic) = (Explicit::new(&model.system), Bdd::new(&model.system).expect("bounded"));
    let budget = Budget::default();
    let labels = explicit.label(&property.formula, &budget).expect("no limits");
    let symbolic_labels = symbolic.label(&property.formula, &budget).expect("no limits");
    [
        (labels[0].1.to_string(), explicit.check(property, &budget, &Silent).verdict),
        (symbolic_labels[0].1.clone(), symbolic.check(property, &budget, &Silent).verdict),
    ]
}

/// The strategies of a counterexample, with the states that they explain.
fn strategies(found: &Counterexample) -> Vec<(&Strategy, &State)> {
    let own = found.strategies.iter().map(|strategy| (strategy, &found.trace.states[strategy.at]));
    let inner = found.companions.iter().flat_map(|companion| strategies(&companion.run));
    own.chain(inner).collect()
}

/// How many strategies of a property's evidence, or of its negation's, are confirmed; none may be refused.
fn confirmed(model: &synod_ispl::Model, property: &Property) -> Result<usize, TestCaseError> {
    let mut confirmed = 0;
    let interpreter = Interpreter::new(&model.system);
    let negation = Property { formula: property.formula.clone().not(), ..property.clone() };
    for property in [property, &negation] {
        for (_, verdict) in answers(model, property) {
            let Verdict::Violated(found) = verdict else { continue };
            for (strategy, state) in strategies(&found) {
                let finding = judge_strategy(&interpreter, strategy, state);
                prop_assert!(finding.is_ok(), "{}: {:?} {:#?}", property.text, finding, strategy);
                confirmed += usize::from(finding == Ok(Finding::Confirmed));
            }
        }
    }
    Ok(confirmed)
}

fn compare(game: &Game, question: &Question, compared: &Cell<[usize; 2]>) -> Result<(), TestCaseError> {
    let world = World::new(game);
    let mut model = load(game, &[question.to_string()]);
    let property = model.properties[0].clone();
    for kind in ALL {
        let Some(expected) = world.satisfying(question, kind) else { continue };
        model.system.strategies = kind;
        let count = world.count(&expected).to_string();
        for (engine, (found, verdict)) in std::iter::zip(["explicit", "bdd"], answers(&model, &property)) {
            let text = || format!("{engine}, {kind:?}\n{}", game.text(&[question.to_string()]));
            prop_assert_eq!(&found, &count, "states, {}", text());
            let holds = match verdict {
                Verdict::Holds(_) => true,
                Verdict::Violated(_) => false,
                other => return Err(TestCaseError::fail(format!("{other:?}, {}", text()))),
            };
            prop_assert_eq!(
                Some(holds),
                world.holds_initially(&expected).or(Some(true)),
                "verdict, {}",
                text()
            );
        }
        // With passes before, and every answer judged after it.
        let checker = Checker::new(&model.system, AUTO).expect("engines");
        let verdict = checker.answer(&property, &Budget::default(), &Silent).outcome.verdict;
        let expected = world.holds_initially(&expected).unwrap_or(true);
        prop_assert_eq!(verdict.word(), if expected { "holds" } else { "violated" }, "{}", question);
        let [done, written] = compared.get();
        compared.set([done + 1, written + confirmed(&model, &property)?]);
    }
    Ok(())
}

#[test]
fn groups_enforce_what_some_strategy_does() {
    let compared = Cell::new([0, 0]);
    runner(300)
        .run(&(games(false), questions()), |(game, question)| compare(&game, &question, &compared))
        .unwrap();
    let [done, written] = compared.get();
    assert!(done > 450 && written > 250, "{done} compared, {written} strategies confirmed");
}

#[test]
fn groups_enforce_what_some_strategy_does_under_fairness() {
    let compared = Cell::new([0, 0]);
    runner(250)
        .run(&(games(true), questions()), |(game, question)| compare(&game, &question, &compared))
        .unwrap();
    let [done, written] = compared.get();
    assert!(done > 350 && written > 30, "{done} compared, {written} strategies confirmed");
}

/// Whether formulas that say the same are satisfied by equally many states, in both engines.
fn same(game: &Game, formulas: &[String], kinds: &[Strategies]) -> Result<(), TestCaseError> {
    let mut model = load(game, formulas);
    for kind in kinds {
        model.system.strategies = *kind;
        let mut first = None;
        for property in &model.properties {
            for (engine, (found, _)) in std::iter::zip(["explicit", "bdd"], answers(&model, property)) {
                let first = first.get_or_insert_with(|| found.clone());
                let text = || format!("{}, {engine}, {kind:?}\n{}", property.text, game.text(formulas));
                prop_assert_eq!(&found, first, "{}", text());
            }
        }
    }
    Ok(())
}

#[test]
fn formulas_about_strategies_agree_with_their_rewritings() {
    // What is won with perfect information is won step by step.
    let perfect = [Strategies::Unfair, Strategies::Fair];
    runner(80)
        .run(&(games(false), facts(), facts(), 1usize..8), |(game, a, b, group)| {
            let all = |formulas: &[String], kinds: &[Strategies]| same(&game, formulas, kinds);
            let truth = format!("(({a}) or !({a}))");
            let (g, f) = (format!("<g{group}>"), format!("<g{group}> F ({b})"));
            all(&[f.clone(), format!("{g} ({truth} U ({b}))"), format!("{g} F (({b}) or ({b}))")], &ALL)?;
            all(&[f.clone(), format!("(({b}) or {g} X ({f}))"), format!("{g} F ({f})")], &perfect)?;
            let always = format!("{g} G ({a})");
            all(&[always.clone(), format!("{g} G (({a}) and ({a}))")], &ALL)?;
            all(
                &[always.clone(), format!("(({a}) and {g} X ({always}))"), format!("{g} G ({always})")],
                &perfect,
            )?;
            let until = format!("{g} (({a}) U ({b}))");
            let unfolded = format!("(({b}) or (({a}) and {g} X ({until})))");
            all(&[until.clone(), unfolded, format!("{g} (({a}) U ({until}))")], &perfect)?;
            // What is enforced together is enforced one by one, and a larger group that sees everything can do more.
            let (one, other) = (format!("{g} X ({a})"), format!("{g} X ({b})"));
            all(&[truth.clone(), format!("({g} X (({a}) and ({b})) -> {one} and {other})")], &ALL)?;
            all(&[truth, format!("({one} -> <g7> X ({a}))"), format!("({f} -> <g7> F ({b}))")], &perfect)
        })
        .unwrap();
}

#[test]
fn formulas_about_paths_agree_with_their_rewritings() {
    let test = |(game, a, b): (Game, Question, Question)| {
        let all = |formulas: &[&str]| {
            let put =
                |formula: &&str| formula.replace("$a", &format!("({a})")).replace("$b", &format!("({b})"));
            let formulas: Vec<String> = formulas.iter().map(put).collect();
            same(&game, &formulas, &[Strategies::Fair])
        };
        all(&[
            "CTL* E (F p10)",
            "CTL* E (F (F p10))",
            "CTL* E ((F p10) and (F p10))",
            "CTL* !(A (G (!p10)))",
        ])?;
        all(&[
            "CTL* A (G p10)",
            "CTL* A (G (G p10))",
            "CTL* A ((G p10) and (G p10))",
            "CTL* !(E (F (!p10)))",
            "LTL G p10",
        ])?;
        all(&["CTL* E (X p10)", "CTL* E ((X p10) and (X p10))", "CTL* !(A (X (!p10)))"])?;
        all(&["CTL* A (X p10)", "CTL* A ((X p10) and (X p10))", "CTL* !(E (X (!p10)))", "LTL X p10"])?;
        all(&[
            "CTL* A p10",
            "CTL* A (p10 and p10)",
            "CTL* !(E (!p10))",
            "LTL p10",
            "LTL p10 or (X p10 and X (!p10))",
        ])?;
        all(&["CTL* E (G p10)", "CTL* E (G (G p10))", "CTL* !(A (F (!p10)))"])?;
        all(&["CTL* A (F p10)", "CTL* A (F (F p10))", "CTL* !(E (G (!p10)))", "LTL F p10"])?;
        all(&["CTL* E (p10 U p20)", "CTL* E ((p10 U p20) and (p10 U p20))", "CTL* E (p10 U (p10 U p20))"])?;
        all(&[
            "CTL* A (p10 U p20)",
            "CTL* A ((p10 U p20) or (p10 U p20))",
            "CTL* A (p10 U (p10 U p20))",
            "LTL p10 U p20",
        ])?;
        all(&["EF $a", "!AG !$a", "E (($a or !$a) U $a)"])?;
        all(&["AF $a", "!EG !$a", "A (($a or !$a) U $a)"])?;
        all(&["AX $a", "!EX !$a"])?;
        all(&["A ($a U $b)", "!(E ((!$b) U (!$a and !$b)) or EG (!$b))"])
    };
    runner(80).run(&(games(false), facts(), facts()), test).unwrap();
}

#[test]
fn paths_of_ctl_star_are_the_infinite_ones() {
    let shapes: [(Shape, &str); 7] = [
        (Shape::Now, "CTL* E p10"),
        (Shape::Next, "CTL* E (X p10)"),
        (Shape::Finally, "CTL* E (F p10)"),
        (Shape::Globally, "CTL* E (G p10)"),
        (Shape::Until, "CTL* E (p10 U p20)"),
        (Shape::AgainAndAgain, "CTL* E (G (F p10))"),
        (Shape::FromSomewhereOn, "CTL* E (F (G p10))"),
    ];
    let test = |game: Game| {
        let world = World::new(&game);
        let ask =
            |agent| world.satisfying(&Question::Has(agent, 0), Strategies::Fair).expect("no strategies");
        let (a, b) = (ask(1), ask(2));
        let model = load(&game, &shapes.map(|(_, text)| text.to_string()));
        for ((shape, text), property) in std::iter::zip(shapes, &model.properties) {
            let operands =
                if matches!(shape, Shape::Until) { vec![a.clone(), b.clone()] } else { vec![a.clone()] };
            let expected = world.count(&world.with_infinite_path(&shape, &operands)).to_string();
            for (engine, (found, _)) in std::iter::zip(["explicit", "bdd"], answers(&model, property)) {
                prop_assert_eq!(&found, &expected, "{} {}\n{}", text, engine, game.text(&[text.to_string()]));
            }
        }
        Ok(())
    };
    runner(300).run(&games(false), test).unwrap();
}
