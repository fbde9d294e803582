//! R-CHECK by definition: the rules of the language reference executed one by one on the resolved
//! model, as slowly and plainly as possible. Shares nothing with the lowering it judges.

use synod_rcheck::hir::{Action, BinaryOp, Command, Expr, ExprKind, Model, Party, Served, Type, Whom};

/// Values of an instance: its control state, then its locals.
pub type Store = Vec<i64>;
/// Values of all instances.
pub type Global = Vec<Store>;
/// The values of message variables that are carried.
pub type Data = Vec<Option<i64>>;

/// A step, as the reference sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A message.
    Message { sender: usize, send: usize, channel: i64, data: Data, receivers: Vec<(usize, usize)> },
    /// A get that meets a supply.
    Exchange { getter: usize, get: usize, supplier: usize, supply: usize, given: Data },
}

impl Event {
    /// Who takes part, by which command.
    pub fn participants(&self) -> Vec<(usize, usize)> {
        let mut list = match self {
            Event::Message { sender, send, receivers, .. } => {
                let mut all = vec![(*sender, *send)];
                all.extend(receivers);
                all
            }
            Event::Exchange { getter, get, supplier, supply, .. } => {
                vec![(*getter, *get), (*supplier, *supply)]
            }
        };
        list.sort_unstable();
        list
    }
}

/// How the free names of an expression are read.
#[derive(Clone, Copy)]
struct View<'a> {
    model: &'a Model,
    global: &'a Global,
    own: usize,
    data: &'a [Option<i64>],
    channel: Option<i64>,
    properties: Option<&'a dyn Fn(usize) -> Option<i64>>,
    event: Option<&'a Event>,
}

impl<'a> View<'a> {
    fn of(model: &'a Model, global: &'a Global, own: usize) -> Self {
        View { model, global, own, data: &[], channel: None, properties: None, event: None }
    }

    fn eval(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Const(value) => Some(*value),
            ExprKind::Local(local) => Some(self.global[self.own][local + 1]),
            ExprKind::Of(instance, local) => Some(self.global[*instance][local + 1]),
            ExprKind::ControlState(instance) => Some(self.global[*instance][0]),
            ExprKind::Message(position) => self.data.get(*position).copied().flatten(),
            ExprKind::Property(position) => self.properties?(*position),
            ExprKind::SupplierProperty(position) => match self.event? {
                Event::Exchange { supplier, .. } => relabelled(self.model, self.global, *supplier, *position),
                Event::Message { .. } => None,
            },
            ExprKind::CurrentChannel => self.channel,
            ExprKind::Myself => Some(self.own as i64),
            ExprKind::Party(party) => match (self.event?, party) {
                (Event::Message { sender, .. }, Party::Sender | Party::Initiator | Party::Producer) => {
                    Some(*sender as i64)
                }
                (Event::Exchange { getter, .. }, Party::Getter | Party::Initiator) => Some(*getter as i64),
                (Event::Exchange { supplier, .. }, Party::Supplier | Party::Producer) => {
                    Some(*supplier as i64)
                }
                _ => None,
            },
            ExprKind::PointToPoint => Some(i64::from(matches!(self.event?, Event::Exchange { .. }))),
            ExprKind::Receivers { all, body } => Some(i64::from(self.receivers(*all, body))),
            ExprKind::Not(a) => Some(1 - self.atom(a)?),
            ExprKind::Negate(a) => Some(-self.eval(a)?),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
        }
    }

    /// In an observation, an atom that reads what is not there is false.
    fn atom(&self, expr: &Expr) -> Option<i64> {
        self.eval(expr).or(self.event.map(|_| 0))
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<i64> {
        let truth = |value: bool| Some(i64::from(value));
        if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff) {
            // Both sides are read: a command that mentions data which is not carried does not exist.
            let (x, y) = (self.atom(a)? == 1, self.atom(b)? == 1);
            return truth(match op {
                BinaryOp::And => x && y,
                BinaryOp::Or => x || y,
                BinaryOp::Implies => !x || y,
                _ => x == y,
            });
        }
        let (Some(x), Some(y)) = (self.eval(a), self.eval(b)) else {
            self.event?;
            if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
                return None;
            }
            let nobody = |e: &Expr| matches!(e.kind, ExprKind::Party(_) | ExprKind::CurrentChannel);
            return truth(op == BinaryOp::Ne && (nobody(a) || nobody(b)));
        };
        match op {
            BinaryOp::Add => Some(x + y),
            BinaryOp::Sub => Some(x - y),
            BinaryOp::Mul => Some(x * y),
            BinaryOp::Eq => truth(x == y),
            BinaryOp::Ne => truth(x != y),
            BinaryOp::Lt => truth(x < y),
            BinaryOp::Le => truth(x <= y),
            BinaryOp::Gt => truth(x > y),
            BinaryOp::Ge => truth(x >= y),
            other => panic!("the reference does not know {other:?}"),
        }
    }

    /// `exists` and `forall`: over all values of all property variables that the step asks for.
    fn receivers(&self, all: bool, body: &Expr) -> bool {
        let event = self.event.expect("only in observations");
        let verdict = |asked: bool, seen: bool| if all { !asked || seen } else { asked && seen };
        let mut results = Vec::new();
        for values in assignments(self.model) {
            let read = |position: usize| Some(values[position]);
            let inside = View { properties: Some(&read), ..*self };
            let asked = match event {
                Event::Message { sender, send, channel, .. } => {
                    let Action::Send { guard, .. } = &command(self.model, *sender, *send).action else {
                        unreachable!()
                    };
                    let view = View::of(self.model, self.global, *sender);
                    View { channel: Some(*channel), properties: Some(&read), ..view }.eval(guard)
                }
                Event::Exchange { getter, get, supplier, .. } => {
                    match &command(self.model, *getter, *get).action {
                        Action::Get { from: Whom::Predicate(predicate), .. } => {
                            let view = View::of(self.model, self.global, *getter);
                            View { properties: Some(&read), ..view }.eval(predicate)
                        }
                        _ => {
                            let read = |p: usize| relabelled(self.model, self.global, *supplier, p);
                            return View { properties: Some(&read), ..*self }.atom(body) == Some(1);
                        }
                    }
                }
            };
            results.push(verdict(asked == Some(1), inside.atom(body) == Some(1)));
        }
        if all { results.iter().all(|r| *r) } else { results.iter().any(|r| *r) }
    }
}

fn command(model: &Model, instance: usize, command: usize) -> &Command {
    &model.agent_of(instance).commands[command]
}

fn relabelled(model: &Model, global: &Global, instance: usize, property: usize) -> Option<i64> {
    let relabel = model.agent_of(instance).relabels[property].as_ref()?;
    View::of(model, global, instance).eval(relabel)
}

/// All values of all property variables.
fn assignments(model: &Model) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for field in &model.properties {
        all = all
            .into_iter()
            .flat_map(|known: Vec<i64>| {
                domain(model, field.ty).map(move |v| known.iter().copied().chain([v]).collect())
            })
            .collect();
    }
    all
}

fn domain(model: &Model, ty: Type) -> std::ops::RangeInclusive<i64> {
    match ty {
        Type::Bool => 0..=1,
        Type::Int => panic!("the reference wants finite types"),
        Type::Range { lo, hi } => lo..=hi,
        Type::Channel => 0..=model.channels.len() as i64,
        Type::Location => 0..=model.instances.len() as i64 - 1,
        Type::Enum(e) => 0..=model.enums[e].cases.len() as i64 - 1,
    }
}

/// The initial states.
pub fn initial(model: &Model) -> Vec<Global> {
    let mut globals: Vec<Global> = vec![vec![]];
    for instance in 0..model.instances.len() {
        let agent = model.agent_of(instance);
        let mut stores: Vec<Store> = vec![vec![0]];
        for local in &agent.locals {
            let extend =
                |s: Store| domain(model, local.ty).map(move |v| s.iter().copied().chain([v]).collect());
            stores = stores.into_iter().flat_map(extend).collect();
        }
        stores.retain(|store| {
            let mut global = vec![vec![]; model.instances.len()];
            global[instance] = store.clone();
            let view = View::of(model, &global, instance);
            view.eval(&agent.init) == Some(1) && view.eval(&model.instances[instance].init) == Some(1)
        });
        globals = globals
            .into_iter()
            .flat_map(|g: Global| stores.iter().map(move |s| g.iter().cloned().chain([s.clone()]).collect()))
            .collect();
    }
    globals
}

/// The steps of a state with the states they lead to.
pub fn steps(model: &Model, global: &Global) -> Vec<(Event, Global)> {
    let mut found = Vec::new();
    for instance in 0..model.instances.len() {
        for (position, edge) in model.agent_of(instance).commands.iter().enumerate() {
            if i64::from(edge.from) != global[instance][0] {
                continue;
            }
            match &edge.action {
                Action::Send { .. } => sends(model, global, instance, position, &mut found),
                Action::Get { .. } => gets(model, global, instance, position, &mut found),
                Action::Receive { .. } | Action::Supply { .. } => {}
            }
        }
    }
    found
}

fn sends(model: &Model, global: &Global, sender: usize, send: usize, found: &mut Vec<(Event, Global)>) {
    let edge = command(model, sender, send);
    let Action::Send { channel, guard, data } = &edge.action else { unreachable!() };
    let own = View::of(model, global, sender);
    if own.eval(&edge.precondition) != Some(1) {
        return;
    }
    let channel = own.eval(channel).expect("sends read locals");
    let data = bind(model, data, &own);
    let broadcast = channel == model.broadcast();
    // For every other instance the commands it may receive by; `None` is staying still.
    let mut choices: Vec<Vec<(usize, Option<usize>)>> = Vec::new();
    for j in (0..model.instances.len()).filter(|j| *j != sender) {
        let agent = model.agent_of(j);
        let view = View { data: &data, ..View::of(model, global, j) };
        let listening = View { channel: Some(channel), ..View::of(model, global, j) };
        let connected = broadcast || listening.eval(&agent.receive_guard) == Some(1);
        let read = |p: usize| relabelled(model, global, j, p);
        let asked = View { channel: Some(channel), properties: Some(&read), ..own }.eval(guard) == Some(1);
        let receives: Vec<usize> = (0..agent.commands.len())
            .filter(|r| {
                let edge = &agent.commands[*r];
                let Action::Receive { channel: on } = &edge.action else { return false };
                i64::from(edge.from) == global[j][0]
                    && view.eval(on) == Some(channel)
                    && view.eval(&edge.precondition) == Some(1)
                    && edge.updates.iter().all(|(_, value)| view.eval(value).is_some())
            })
            .collect();
        // The table of the language reference, cell by cell.
        let options = match (connected, asked, receives.is_empty(), broadcast) {
            (false, _, _, _) => vec![None],
            (true, true, false, _) => receives.into_iter().map(Some).collect(),
            (true, true, true, true) | (true, false, _, true) => vec![None],
            (true, true, true, false) | (true, false, _, false) => vec![],
        };
        choices.push(options.into_iter().map(|o| (j, o)).collect());
    }
    let mut combinations: Vec<Vec<(usize, usize)>> = vec![vec![]];
    for options in choices {
        combinations = combinations
            .into_iter()
            .flat_map(|known: Vec<(usize, usize)>| {
                options.iter().map(move |(j, option)| {
                    known.iter().copied().chain(option.map(|command| (*j, command))).collect()
                })
            })
            .collect();
    }
    for receivers in combinations {
        let mut moves = vec![(sender, send, &[][..])];
        moves.extend(receivers.iter().map(|(j, r)| (*j, *r, data.as_slice())));
        if let Some(next) = apply(model, global, &moves) {
            let event = Event::Message { sender, send, channel, data: data.clone(), receivers };
            found.push((event, next));
        }
    }
}

fn gets(model: &Model, global: &Global, getter: usize, get: usize, found: &mut Vec<(Event, Global)>) {
    let get_edge = command(model, getter, get);
    let Action::Get { from, data: asked } = &get_edge.action else { unreachable!() };
    for supplier in (0..model.instances.len()).filter(|s| *s != getter) {
        for (supply, supply_edge) in model.agent_of(supplier).commands.iter().enumerate() {
            let Action::Supply { to, data: given } = &supply_edge.action else { continue };
            if i64::from(supply_edge.from) != global[supplier][0] {
                continue;
            }
            let (of_getter, of_supplier) =
                (View::of(model, global, getter), View::of(model, global, supplier));
            let (asked, given) = (bind(model, asked, &of_getter), bind(model, given, &of_supplier));
            let read_supplier = |p: usize| relabelled(model, global, supplier, p);
            let read_getter = |p: usize| relabelled(model, global, getter, p);
            let wanted = match (from, to) {
                (Whom::Location(place), _) => of_getter.eval(place) == Some(supplier as i64),
                (Whom::Predicate(_), Served::ByName) => false,
                (Whom::Predicate(predicate), _) => {
                    View { properties: Some(&read_supplier), ..of_getter }.eval(predicate) == Some(1)
                }
            };
            let served = match to {
                Served::ByName | Served::Any => true,
                Served::Location(place) => of_supplier.eval(place) == Some(getter as i64),
                Served::Predicate(predicate) => {
                    View { properties: Some(&read_getter), ..of_supplier }.eval(predicate) == Some(1)
                }
            };
            let (of_getter, of_supplier) =
                (View { data: &given, ..of_getter }, View { data: &asked, ..of_supplier });
            let ready = of_getter.eval(&get_edge.precondition) == Some(1)
                && of_supplier.eval(&supply_edge.precondition) == Some(1);
            if !(wanted && served && ready) {
                continue;
            }
            let moves = [(getter, get, given.as_slice()), (supplier, supply, asked.as_slice())];
            if let Some(next) = apply(model, global, &moves) {
                let event = Event::Exchange { getter, get, supplier, supply, given: given.clone() };
                found.push((event, next));
            }
        }
    }
}

fn bind(model: &Model, data: &[(usize, Expr)], view: &View) -> Data {
    let mut bound = vec![None; model.messages.len()];
    for (position, value) in data {
        bound[*position] = view.eval(value);
    }
    bound
}

/// The state after all these commands at once; `None` when data is missing or a value does not fit.
fn apply(model: &Model, global: &Global, moves: &[(usize, usize, &[Option<i64>])]) -> Option<Global> {
    let mut next = global.clone();
    for (instance, position, data) in moves {
        let edge = command(model, *instance, *position);
        let view = View { data, ..View::of(model, global, *instance) };
        next[*instance][0] = i64::from(edge.to);
        for (local, value) in &edge.updates {
            let value = view.eval(value)?;
            let ty = model.agent_of(*instance).locals[*local].ty;
            if !domain(model, ty).contains(&value) {
                return None;
            }
            next[*instance][local + 1] = value;
        }
    }
    Some(next)
}

/// Whether a step from a state satisfies an observation.
pub fn observes(model: &Model, global: &Global, event: &Event, condition: &Expr) -> bool {
    let (own, data, channel) = match event {
        Event::Message { sender, data, channel, .. } => (*sender, data, Some(*channel)),
        Event::Exchange { getter, given, .. } => (*getter, given, None),
    };
    let about_supplier = matches!(event, Event::Message { .. }) && mentions_supplier(condition);
    let view = View { data, channel, event: Some(event), ..View::of(model, global, own) };
    !about_supplier && view.atom(condition) == Some(1)
}

fn mentions_supplier(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::SupplierProperty(_) => true,
        ExprKind::Not(a) | ExprKind::Negate(a) | ExprKind::Receivers { body: a, .. } => mentions_supplier(a),
        ExprKind::Binary(_, a, b) => mentions_supplier(a) || mentions_supplier(b),
        _ => false,
    }
}
