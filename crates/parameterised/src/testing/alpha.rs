//! The Alpha algorithm for the aggregation of swarms, on a torus.
//!
//! Robots go round in phases: move, tell the environment where they are, be told whether they are
//! connected. A robot that loses its neighbours turns back; one that finds them again turns sideways.

use std::collections::BTreeMap;

use synod_core::{BinaryOp, ExprId, System, Type, Update, VarId, Variable};

use super::models::{holds_of, property};
use crate::template::*;
use crate::*;

/// Position, direction (4 is none yet), whether in forward mode, whether connected, and phase: even while
/// something is to be done, odd while waiting for the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Robot {
    x: i64,
    y: i64,
    direction: i64,
    forward: bool,
    connected: bool,
    phase: i64,
}

const CHOOSE: i64 = 0;
const MOVE: i64 = 2;
const TELL: i64 = 4;
const ASK: i64 = 6;

impl Robot {
    fn values(self) -> Vec<i64> {
        let Robot { x, y, direction, forward, connected, phase } = self;
        vec![x, y, direction, i64::from(forward), i64::from(connected), phase]
    }

    fn done(self) -> Robot {
        Robot { phase: self.phase + 1, ..self }
    }

    fn told(self, connected: bool) -> Vec<Robot> {
        let robot = Robot { connected, ..self }.done();
        match (self.forward, connected) {
            (true, false) => vec![Robot { direction: (self.direction + 2) % 4, forward: false, ..robot }],
            (false, true) => [1, 3]
                .map(|turn| Robot { direction: (self.direction + turn) % 4, forward: true, ..robot })
                .to_vec(),
            _ => vec![robot],
        }
    }
}

/// The family on a torus with so many squares on each side; a robot is connected with so many neighbours.
pub(crate) fn alpha(side: i64, neighbours: i64) -> Family<Interleaved> {
    let role = RoleId(0);
    // Actions by name, in the order of their first use.
    let mut actions: Vec<(String, Kind)> = Vec::new();
    let mut action = |name: String, kind: Kind| {
        let found = actions.iter().position(|(known, _)| *known == name);
        let number = found.unwrap_or_else(|| {
            actions.push((name, kind));
            actions.len() - 1
        });
        ActionId(number as u32)
    };
    let start = Robot { x: 1, y: 1, direction: 4, forward: true, connected: true, phase: CHOOSE };
    let mut numbers: BTreeMap<Robot, StateId> = BTreeMap::from([(start, StateId(0))]);
    let mut states = vec![start];
    let mut moves: Vec<(StateId, ActionId, StateId)> = Vec::new();
    let mut next = 0;
    while let Some(robot) = states.get(next).copied() {
        let mut steps: Vec<(ActionId, Robot)> = Vec::new();
        let alone = Kind::Asynchronous(role);
        let shared = Kind::AgentEnvironment(role);
        match robot.phase {
            CHOOSE => {
                for (direction, name) in ["north", "east", "south", "west"].into_iter().enumerate() {
                    let chosen = Robot { direction: direction as i64, ..robot };
                    steps.push((action(name.to_string(), alone), chosen.done()));
                }
            }
            MOVE => {
                let (dx, dy) = [(0, 1), (1, 0), (0, -1), (-1, 0)][robot.direction as usize];
                let (x, y) = ((robot.x + dx).rem_euclid(side), (robot.y + dy).rem_euclid(side));
                steps.push((action("move".to_string(), alone), Robot { x, y, ..robot }.done()));
            }
            TELL => {
                let name = format!("at_{}_{}", robot.x, robot.y);
                steps.push((action(name, shared), robot.done()));
            }
            ASK => {
                for connected in [false, true] {
                    for (turn, told) in robot.told(connected).into_iter().enumerate() {
                        let word = if connected { "connected" } else { "lost" };
                        let name = format!("{word}_{}_{}_{turn}", robot.x, robot.y);
                        steps.push((action(name, shared), told));
                    }
                }
            }
            _ => {
                let phase = if robot.phase == ASK + 1 { MOVE } else { robot.phase + 1 };
                steps.push((action("syn".to_string(), Kind::GlobalSynchronous), Robot { phase, ..robot }));
            }
        }
        for (action, to) in steps {
            let fresh = StateId(states.len() as u32);
            let to_number = *numbers.entry(to).or_insert(fresh);
            if to_number == fresh {
                states.push(to);
            }
            moves.push((StateId(next as u32), action, to_number));
        }
        next += 1;
    }
    let mut builder = Family::interleaved("alpha", NullStep::Always);
    let variable = |name: &str| LocalVariable { name: name.to_string(), ty: LocalType::Integer };
    builder.role(Template {
        name: "Robot".to_string(),
        variables: ["x", "y", "direction", "forward", "connected", "phase"].map(variable).to_vec(),
        states: states.iter().map(|robot| robot.values()).collect(),
        initial: vec![StateId(0)],
        span: Default::default(),
    });
    for (name, kind) in &actions {
        builder.action(name, *kind);
    }
    for (from, action, to) in moves {
        builder.agent_move(role, from, action, to);
    }
    builder.symbolic_environment(environment(side, neighbours, &actions));
    let connected = (0..).map(StateId).zip(&states).filter(|(_, robot)| robot.connected);
    let connected = connected.map(|(number, _)| number).collect();
    let connected = builder.proposition("con", Subject::Role(role), connected);
    let formula = holds_of(connected, 0).inevitable().always().known_to(VariableId(0));
    builder.property(property(&[role], formula));
    builder.finish().unwrap()
}

/// Counts the robots on each square, up to what is needed to be connected.
fn environment(side: i64, neighbours: i64, actions: &[(String, Kind)]) -> SymbolicEnvironment {
    let mut system = System::new("squares");
    let mut add = |name: String, hi: i64| {
        let ty = Type::Range { lo: 0, hi };
        system.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() })
    };
    let phase = add("phase".to_string(), ASK);
    let squares: Vec<Vec<VarId>> =
        (0..side).map(|x| (0..side).map(|y| add(format!("z_{x}_{y}"), neighbours + 1)).collect()).collect();
    let exprs = &mut system.exprs;
    let mut moves = Vec::new();
    let is_phase = |exprs: &mut synod_core::Exprs, wanted: i64| -> ExprId {
        let (now, wanted) = (exprs.var(phase), exprs.int(wanted));
        exprs.eq(now, wanted)
    };
    for (number, (name, _)) in actions.iter().enumerate() {
        let action = ActionId(number as u32);
        let words: Vec<&str> = name.split('_').collect();
        match words.as_slice() {
            ["at", x, y] => {
                let square = squares[x.parse::<usize>().unwrap()][y.parse::<usize>().unwrap()];
                let (now, one, most) = (exprs.var(square), exprs.int(1), exprs.int(neighbours + 1));
                let more = exprs.binary(BinaryOp::Add, now, one);
                let value = exprs.binary(BinaryOp::Min, more, most);
                let updates = vec![Update { var: square, index: None, value }];
                moves.push(SymbolicMove { action, guard: is_phase(exprs, TELL), updates });
            }
            [word @ ("connected" | "lost"), x, y, _] => {
                let (x, y): (i64, i64) = (x.parse().unwrap(), y.parse().unwrap());
                let mut total = exprs.int(0);
                for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                    let (x, y) = ((x + dx).rem_euclid(side), (y + dy).rem_euclid(side));
                    let here = exprs.var(squares[x as usize][y as usize]);
                    total = exprs.binary(BinaryOp::Add, total, here);
                }
                let enough = exprs.int(neighbours + 1);
                let connected = exprs.le(enough, total);
                let right = if *word == "lost" { exprs.not(connected) } else { connected };
                let phase = is_phase(exprs, ASK);
                let guard = exprs.and([phase, right]);
                moves.push(SymbolicMove { action, guard, updates: vec![] });
            }
            ["syn"] => {
                for (now, next) in [(CHOOSE, MOVE), (MOVE, TELL), (TELL, ASK), (ASK, MOVE)] {
                    let mut updates = vec![Update { var: phase, index: None, value: exprs.int(next) }];
                    if now == ASK {
                        let zero = exprs.int(0);
                        let all = squares.iter().flatten();
                        updates.extend(all.map(|var| Update { var: *var, index: None, value: zero }));
                    }
                    moves.push(SymbolicMove { action, guard: is_phase(exprs, now), updates });
                }
            }
            _ => {}
        }
    }
    let initial = vec![0; system.width()];
    SymbolicEnvironment { name: "Environment".to_string(), system, initial, moves, propositions: vec![] }
}

#[test]
fn robots_do_not_know_that_they_will_be_connected_again() {
    let family = alpha(5, 2);
    assert!(!family.is_environment_listed());
    let budget = synod_core::Budget::unlimited();
    let answer = family.verify(ParameterisedQuery::new(&family.properties()[0], &super::oracle, &budget));
    let Conclusion::Violated { sizes, .. } = &answer.conclusion else { panic!("{:?}", answer.conclusion) };
    assert_eq!(sizes, &[1]);
}

#[test]
fn a_listed_environment_does_what_its_expressions_say() {
    let listed = alpha(2, 1);
    assert!(listed.is_environment_listed());
    let actions: Vec<(String, Kind)> =
        listed.dynamics().actions().iter().map(|action| (action.name.clone(), action.kind)).collect();
    let mut symbolic = listed.clone();
    symbolic.symbolic = Some(Box::new(environment(2, 1, &actions)));
    for n in 1..=2 {
        let count = |family: &Family<Interleaved>| super::count(&family.instance(&[n]).unwrap().system);
        assert_eq!(count(&listed), count(&symbolic));
    }
}
