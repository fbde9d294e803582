//! Initial states are those that satisfy the condition, in order, each as likely as the others.

use super::*;
use crate::{Type, Variable};

fn list(system: &System) -> (Vec<State>, Listing) {
    let mut found = Vec::new();
    let listing = initial_states(system, 3, &mut |s| {
        found.push(s.clone());
        ControlFlow::Continue(())
    });
    (found, listing)
}

fn two(first: Type, second: Type) -> (System, ExprId, ExprId) {
    let mut system = System::new("t");
    let mut add = |name: &str, ty| {
        let id = system.add_var(Variable {
            name: name.into(),
            ty,
            len: None,
            owner: None,
            span: Default::default(),
        });
        system.exprs.var(id)
    };
    let (a, b) = (add("a", first), add("b", second));
    (system, a, b)
}

#[test]
fn unconstrained_variables_take_all_values() {
    let (system, ..) = two(Type::Bool, Type::Range { lo: 1, hi: 3 });
    assert_eq!(list(&system).0.len(), 6);
}

#[test]
fn values_far_apart_are_tried_and_nothing_between_them() {
    let (mut system, a, b) = two(Type::Int, Type::Range { lo: 0, hi: i64::MAX });
    let values = [i64::MIN, 7, i64::MAX].map(|value| system.exprs.int(value));
    let named = values.map(|value| system.exprs.eq(value, a));
    let either = system.exprs.or(named);
    let minus = system.exprs.int(-1);
    let [outside, inside] = [minus, values[1]].map(|value| system.exprs.eq(b, value));
    let of_second = system.exprs.or([outside, inside]);
    system.init = system.exprs.and([either, of_second]);
    let expected = [i64::MIN, 7, i64::MAX].map(|value| vec![value, 7]);
    assert_eq!(list(&system), (expected.to_vec(), Listing::Complete));
    let mut drawn: Vec<State> = Vec::new();
    let sampler = InitialSampler::new(&system, 3);
    for place in 0..3 {
        drawn.extend(sampler.draw(&mut |lo, hi| (lo + place).min(hi)));
    }
    assert_eq!(drawn, expected);
}

#[test]
fn disjunctions_bound_integers() {
    let (mut system, a, b) = two(Type::Int, Type::Int);
    let (one, two) = (system.exprs.int(1), system.exprs.int(2));
    let (is_one, is_two) = (system.exprs.eq(a, one), system.exprs.eq(a, two));
    let either = system.exprs.or([is_one, is_two]);
    let same = system.exprs.eq(a, b);
    system.init = system.exprs.and([either, same]);
    assert_eq!(list(&system), (vec![vec![1, 1], vec![2, 2]], Listing::Complete));
}

/// Some number of booleans of which exactly one is true, each way spelt out.
fn exactly_one(count: u32) -> System {
    let mut system = System::new("t");
    let bits: Vec<ExprId> = (0..count)
        .map(|number| {
            let name = format!("b{number}");
            let var = Variable { name, ty: Type::Bool, len: None, owner: None, span: Default::default() };
            let var = system.add_var(var);
            system.exprs.var(var)
        })
        .collect();
    let only = |system: &mut System, chosen: ExprId| {
        let all = bits.iter().map(|bit| if *bit == chosen { *bit } else { system.exprs.not(*bit) });
        let all: Vec<ExprId> = all.collect();
        system.exprs.and(all)
    };
    let ways: Vec<ExprId> = bits.iter().map(|bit| only(&mut system, *bit)).collect();
    system.init = system.exprs.or(ways);
    system
}

#[test]
fn disjunctions_are_given_up_before_all_values_are_tried() {
    // There are 2^60 combinations.
    let (found, listing) = list(&exactly_one(60));
    assert_eq!((found.len(), listing), (60, Listing::Complete));
    assert!(found.iter().all(|state| state.iter().sum::<i64>() == 1) && found.is_sorted());
}

#[test]
fn a_budget_stops_a_search_that_finds_nothing() {
    let (mut system, a, b) = two(Type::Range { lo: 0, hi: 1 << 40 }, Type::Range { lo: 0, hi: 1 << 40 });
    let sum = system.exprs.binary(BinaryOp::Add, a, b);
    let minus = system.exprs.int(-1);
    system.init = system.exprs.eq(sum, minus);
    let budget = Budget::unlimited();
    budget.cancel();
    let found = initial_states_within(&system, &budget, &mut |_| Ok(ControlFlow::Continue(())));
    assert_eq!(found, Err(Stop::Cancelled));
}

#[test]
fn the_values_to_begin_with_lead_to_any_initial_state() {
    let (mut system, a, b) = two(Type::Range { lo: 0, hi: 9 }, Type::Range { lo: 3, hi: 4 });
    let same = system.exprs.eq(a, b);
    system.init = system.exprs.not(same);
    let found = |first: [i64; 2]| {
        let mut first = first.into_iter();
        pick_initial_state(&system, 3, &mut |lo, _| first.next().unwrap_or(lo))
    };
    for state in list(&system).0 {
        assert_eq!(found([state[0], state[1]]), Some(state));
    }
    assert_eq!(found([4, 4]), Some(vec![4, 3]), "after the greatest value comes the least");
}

#[test]
fn values_that_lead_to_no_initial_state_are_given_up() {
    let (mut system, a, b) = two(Type::Range { lo: 0, hi: 9 }, Type::Range { lo: 3, hi: 3 });
    let same = system.exprs.eq(a, b);
    system.init = system.exprs.not(same);
    assert_eq!(pick_initial_state(&system, 3, &mut |_, _| 3), Some(vec![4, 3]));
    system.init = system.exprs.lt(a, a);
    assert_eq!(pick_initial_state(&system, 3, &mut |lo, _| lo), None);
}

/// How often each initial state is drawn.
fn drawn(system: &System, times: usize) -> std::collections::BTreeMap<State, usize> {
    let sampler = InitialSampler::new(system, 3);
    let mut seed = 1_u64;
    let mut pick = |lo: i64, hi: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        lo + (seed >> 33) as i64 % (hi - lo + 1)
    };
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..times {
        *counts.entry(sampler.draw(&mut pick).expect("an initial state")).or_default() += 1;
    }
    counts
}

#[test]
fn initial_states_are_drawn_equally_often() {
    // Taking the next value that fits, as listing does, would draw some of these twice as often.
    let (mut system, a, b) = two(Type::Range { lo: 0, hi: 3 }, Type::Range { lo: 0, hi: 9 });
    let lower = system.exprs.lt(b, a);
    let seven = system.exprs.int(7);
    let is_seven = system.exprs.eq(b, seven);
    system.init = system.exprs.or([lower, is_seven]);
    let counts = drawn(&system, 10_000);
    assert_eq!(counts.len(), list(&system).0.len());
    assert!(counts.values().all(|count| (800..1200).contains(count)), "{counts:?}");
}

#[test]
fn rare_initial_states_are_drawn_too() {
    let (mut system, a, b) = two(Type::Range { lo: 0, hi: 99_999 }, Type::Range { lo: 0, hi: 99_999 });
    let two = system.exprs.int(2);
    let product = system.exprs.binary(crate::BinaryOp::Mul, a, two);
    let small = system.exprs.lt(a, two);
    let double = system.exprs.eq(product, b);
    system.init = system.exprs.and([small, double]);
    let counts = drawn(&system, 100);
    assert_eq!(counts.keys().cloned().collect::<Vec<_>>(), [vec![0, 0], vec![1, 2]]);
    assert!(counts.values().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn elements_of_long_arrays_are_tested_one_by_one() {
    let mut system = System::new("t");
    let array = Variable {
        name: "a".into(),
        ty: Type::Range { lo: 0, hi: 9 },
        len: Some(5000),
        owner: None,
        span: Default::default(),
    };
    let array = system.add_var(array);
    let seven = system.exprs.int(7);
    let all: Vec<ExprId> = (0..5000)
        .map(|i| {
            let i = system.exprs.int(i);
            let element = system.exprs.element(array, i);
            system.exprs.eq(element, seven)
        })
        .collect();
    system.init = system.exprs.and(all);
    assert_eq!(list(&system), (vec![vec![7; 5000]], Listing::Complete));
}

#[test]
fn parts_without_common_variables_are_solved_once_and_combined_in_order() {
    // Of twelve booleans exactly one is true, whatever five others between them are, of which two are equal.
    let mut system = exactly_one(12);
    let free: Vec<ExprId> = (0..5)
        .map(|number| {
            let name = format!("free{number}");
            let var = Variable { name, ty: Type::Bool, len: None, owner: None, span: Default::default() };
            let var = system.add_var(var);
            system.exprs.var(var)
        })
        .collect();
    let same = system.exprs.eq(free[0], free[4]);
    system.init = system.exprs.and([system.init, same]);
    let (found, listing) = list(&system);
    assert_eq!((found.len(), listing), (12 * 16, Listing::Complete));
    assert!(
        found.is_sorted()
            && found
                .iter()
                .all(|state| eval_bool(&system.exprs, system.init, Env::of(&system, state)) == Ok(true))
    );
    // The same without groups.
    let (mut one_by_one, budget) = (Vec::new(), Budget::unlimited());
    let plan = Plan::new(&system, 3);
    let listing = search(&system, plan, &budget, false, &mut |lo, _| lo, &mut |state| {
        one_by_one.push(state.clone());
        Ok(ControlFlow::Continue(()))
    });
    assert_eq!((listing, one_by_one), (Ok(Listing::Complete), found));
}

/// Six variables with three values each, and some conditions that each connect up to three of them.
fn random_conditions(draw: &mut dyn FnMut(u64) -> u64) -> System {
    let mut system = System::new("t");
    let vars: Vec<ExprId> = (0..6)
        .map(|number| {
            let (name, ty) = (format!("v{number}"), Type::Range { lo: 0, hi: 2 });
            let var = system.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() });
            system.exprs.var(var)
        })
        .collect();
    let literal = |system: &mut System, draw: &mut dyn FnMut(u64) -> u64| {
        let (a, b) = (vars[draw(6) as usize], vars[draw(6) as usize]);
        let value = system.exprs.int(draw(3) as i64);
        match draw(4) {
            0 => system.exprs.lt(a, b),
            1 => system.exprs.ne(a, value),
            _ => system.exprs.eq(a, value),
        }
    };
    let mut conditions = Vec::new();
    for _ in 0..1 + draw(4) {
        let mut ways = Vec::new();
        for _ in 0..1 + draw(3) {
            let all = [literal(&mut system, draw), literal(&mut system, draw)];
            ways.push(system.exprs.and(all));
        }
        conditions.push(system.exprs.or(ways));
    }
    system.init = system.exprs.and(conditions);
    system
}

#[test]
fn exactly_the_states_that_satisfy_the_condition_are_listed() {
    let mut seed = 7_u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut some = 0;
    for _ in 0..2000 {
        let system = random_conditions(&mut draw);
        let states =
            (0..729).map(|number| (0..6).rev().map(|at| number / 3_i64.pow(at) % 3).collect::<State>());
        let fits = |state: &State| eval_bool(&system.exprs, system.init, Env::of(&system, state)) == Ok(true);
        let expected: Vec<State> = states.filter(fits).collect();
        let mut plan = Plan::new(&system, 3);
        let groups = solve(&system, &mut plan, &Budget::unlimited()).expect("no limit");
        some += usize::from(!groups.all.is_empty());
        assert_eq!(list(&system), (expected, Listing::Complete));
    }
    assert!(some > 500, "only {some} conditions have parts that are solved by themselves");
}

#[test]
fn a_part_that_has_no_solution_leaves_none() {
    let mut system = exactly_one(4);
    let (first, second) = (system.exprs.var(crate::VarId(0)), system.exprs.var(crate::VarId(1)));
    let both = system.exprs.eq(first, second);
    let name = "free".to_string();
    let var = Variable { name, ty: Type::Bool, len: None, owner: None, span: Default::default() };
    system.add_var(var);
    let either = system.exprs.or([first, second]);
    system.init = system.exprs.and([system.init, both, either]);
    assert_eq!(list(&system), (vec![], Listing::Complete));
}

#[test]
fn free_integers_are_cut_and_it_is_said() {
    let (system, ..) = two(Type::Int, Type::Bool);
    let (found, listing) = list(&system);
    assert_eq!((found.len(), listing), (14, Listing::Cut));
}
