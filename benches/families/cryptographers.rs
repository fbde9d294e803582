//! Dining cryptographers as a synchronous system: one rule in which everybody acts at once.
//!
//! Round one tosses the coins; in round two everybody says whether the two coins it sees differ, and who
//! paid says the opposite. If the number of differences is odd, somebody at the table paid, and those
//! who did not pay cannot tell who.

use synod_core::{
    Agent, AgentId, Alternative, Choice, ExprId, Formula, Mode, Observation, Part, Rule, Sort, System, Type,
    Update, VarId, Variable,
};

/// `n` cryptographers, and the claim of anonymity for the first of them.
pub fn system(n: usize) -> (System, Formula) {
    let mut system = System::new(format!("cryptographers {n}"));
    let (mut paid, mut coin, mut said) = (vec![], vec![], vec![]);
    let variable = |system: &mut System, name: String, ty: Type, owner: Option<AgentId>| {
        system.add_var(Variable { name, ty, len: None, owner, span: Default::default() })
    };
    for i in 0..n {
        let agent = system.add_agent(Agent {
            name: format!("c{i}"),
            role: "cryptographer".to_string(),
            owns: vec![],
            observes: vec![],
            automaton: None,
            span: Default::default(),
        });
        paid.push(variable(&mut system, format!("c{i}-paid"), Type::Bool, Some(agent)));
        coin.push(variable(&mut system, format!("c{i}-coin"), Type::Bool, Some(agent)));
        said.push(variable(&mut system, format!("c{i}-said"), Type::Bool, Some(agent)));
    }
    let phase = variable(&mut system, "phase".to_string(), Type::Range { lo: 0, hi: 2 }, None);
    // Everybody sees the coin of the next one, what all say, and how far they are.
    for i in 0..n {
        let agent = &mut system.agents[i];
        agent.observes.push(coin[(i + 1) % n]);
        agent.observes.extend((0..n).filter(|j| *j != i).map(|j| said[j]));
        agent.observes.push(phase);
    }
    system.init = initial(&mut system, &paid, &coin, &said, phase);
    let rule = round(&mut system, &paid, &coin, &said, phase);
    system.add_rule(rule);
    let claim = anonymity(&mut system, &paid, &said, phase);
    (system, claim)
}

fn at(system: &mut System, phase: VarId, value: i64) -> ExprId {
    let (var, value) = (system.exprs.var(phase), system.exprs.int(value));
    system.exprs.eq(var, value)
}

/// At most one paid; nothing was tossed or said.
fn initial(system: &mut System, paid: &[VarId], coin: &[VarId], said: &[VarId], phase: VarId) -> ExprId {
    let mut conjuncts = vec![at(system, phase, 0)];
    let exprs = &mut system.exprs;
    for var in coin.iter().chain(said) {
        let var = exprs.var(*var);
        conjuncts.push(exprs.not(var));
    }
    let payers: Vec<ExprId> = paid.iter().map(|var| exprs.var(*var)).collect();
    for (i, a) in payers.iter().enumerate() {
        for b in &payers[i + 1..] {
            let both = exprs.and([*a, *b]);
            conjuncts.push(exprs.not(both));
        }
    }
    exprs.and(conjuncts)
}

/// Everybody picks the side of its coin; then everybody speaks.
fn round(system: &mut System, paid: &[VarId], coin: &[VarId], said: &[VarId], phase: VarId) -> Rule {
    let n = paid.len();
    let [toss, speak, done] = [0, 1, 2].map(|value| at(system, phase, value));
    let guard = system.exprs.not(done);
    let mut choices = Vec::new();
    let mut parts = Vec::new();
    for i in 0..n {
        let agent = AgentId(i as u32);
        choices.push(Choice { name: format!("c{i}-tosses"), ty: Type::Bool, agent: Some(agent) });
        let exprs = &mut system.exprs;
        let picked = exprs.choice(i as u32, Sort::Bool);
        let (own, other) = (exprs.var(coin[i]), exprs.var(coin[(i + 1) % n]));
        let same = exprs.eq(own, other);
        let pays = exprs.var(paid[i]);
        let says_different = exprs.eq(pays, same);
        let alternative = |guard, var, value| Alternative {
            guard,
            updates: vec![Update { var, index: None, value }],
            action: None,
        };
        // What is picked while nobody tosses is of no use: it is always tails.
        let tails = exprs.not(picked);
        let speaks = exprs.and([speak, tails]);
        parts.push(Part {
            agent: Some(agent),
            alternatives: vec![
                alternative(toss, coin[i], picked),
                alternative(speaks, said[i], says_different),
            ]
            .into(),
        });
    }
    let (now, one) = (system.exprs.var(phase), system.exprs.int(1));
    let next = system.exprs.binary(synod_core::BinaryOp::Add, now, one);
    let yes = system.exprs.bool(true);
    let advance = Alternative {
        guard: yes,
        updates: vec![Update { var: phase, index: None, value: next }],
        action: None,
    };
    parts.push(Part { agent: None, alternatives: vec![advance].into() });
    Rule {
        name: "round".to_string(),
        choices,
        guard,
        parts,
        observation: Observation::of(Mode::Joint),
        span: Default::default(),
    }
}

/// In the end, if the number of differences is odd and the first did not pay, it knows that one of the
/// others paid, and of none of them that it did.
fn anonymity(system: &mut System, paid: &[VarId], said: &[VarId], phase: VarId) -> Formula {
    let done = at(system, phase, 2);
    let exprs = &mut system.exprs;
    let mut odd = exprs.bool(false);
    for var in said {
        let (var, not) = (exprs.var(*var), exprs.not(odd));
        odd = exprs.ite(var, not, odd);
    }
    let payers: Vec<ExprId> = paid.iter().map(|var| exprs.var(*var)).collect();
    let not_me = exprs.not(payers[0]);
    let case = exprs.and([done, odd, not_me]);
    let somebody = exprs.or(payers[1..].iter().copied());
    let knows = |fact: ExprId| Formula::Knows(AgentId(0), Box::new(Formula::State(fact)));
    let mut claims = vec![knows(somebody)];
    claims.extend(payers[1..].iter().map(|payer| knows(*payer).not()));
    Formula::Globally(Box::new(Formula::State(case).implies(Formula::And(claims))))
}
