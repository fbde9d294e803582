"""ISPL models of any size: each function returns the text of one."""


def agent(name, variables, actions, protocol, evolution, lobsvars=None):
    lines = [f"Agent {name}"]
    if lobsvars:
        lines.append(f"  Lobsvars = {{{', '.join(lobsvars)}}};")
    lines += ["  Vars:", *(f"    {v};" for v in variables), "  end Vars"]
    lines += [f"  Actions = {{{', '.join(actions)}}};"]
    lines += ["  Protocol:", *(f"    {p};" for p in protocol), "  end Protocol"]
    lines += ["  Evolution:", *(f"    {e};" for e in evolution), "  end Evolution", "end Agent", ""]
    return "\n".join(lines)


def model(agents, evaluation, init, formulae, groups=()):
    parts = ["\n".join(agents)]
    parts.append("Evaluation\n" + "".join(f"  {e};\n" for e in evaluation) + "end Evaluation\n")
    parts.append("InitStates\n  " + " and\n  ".join(init) + ";\nend InitStates\n")
    if groups:
        parts.append("Groups\n" + "".join(f"  {g};\n" for g in groups) + "end Groups\n")
    parts.append("Formulae\n" + "".join(f"  {f};\n" for f in formulae) + "end Formulae\n")
    return "\n".join(parts)


def any_of(parts):
    return " or ".join(f"({part})" for part in parts)


def cryptographers(n):
    """Dining cryptographers: who did not pay learns whether one of the others did, and not who."""
    ring = range(1, n + 1)
    coins = [f"coin{i} : boolean" for i in ring]
    says = [f"said{i} : boolean" for i in ring]
    environment = "\n".join([
        "Agent Environment",
        "  Obsvars:", "    phase : 0..3;", *(f"    {s};" for s in says), "  end Obsvars",
        "  Vars:", *(f"    {c};" for c in coins), "  end Vars",
        "  Actions = {go};",
        "  Protocol: Other : {go}; end Protocol",
        "  Evolution:",
        "    phase = phase + 1 if phase < 2;",
        *(f"    said{i} = true if phase = 0 and C{i}.Action = say_different;" for i in ring),
        "  end Evolution", "end Agent", ""])
    # Each variable evolves on its own.
    agents = ["Semantics = SingleAssignment;", environment]
    for i in ring:
        left, right = f"Environment.coin{i}", f"Environment.coin{i % n + 1}"
        differ = f"{left} <> {right}"
        agents.append(agent(
            f"C{i}", ["paid : boolean"], ["say_same", "say_different", "nothing"],
            [f"Environment.phase = 0 and ((paid = true and !({differ})) or (paid = false and {differ})) : {{say_different}}",
             f"Environment.phase = 0 and ((paid = true and {differ}) or (paid = false and !({differ}))) : {{say_same}}",
             "Other : {nothing}"],
            ["paid = paid if Action = nothing"], [f"coin{i}", f"coin{i % n + 1}"]))
    evaluation = [f"paid{i} if C{i}.paid = true" for i in ring]
    evaluation.append("done if Environment.phase > 0")
    payers = any_of([" and ".join([f"C{i}.paid = {'true' if i == j else 'false'}" for i in ring]) for j in [0, *ring]])
    init = ["Environment.phase = 0", *(f"Environment.said{i} = false" for i in ring), f"({payers})"]
    others = " or ".join(f"paid{i}" for i in ring if i != 1)
    somebody = " or ".join(f"K(C1, paid{i})" for i in ring if i != 1)
    formulae = [
        f"AG((done and !paid1) -> (K(C1, !({others})) or (K(C1, ({others})) and !({somebody}))))",
        "AG((done and paid1) -> K(C1, paid1))"]
    return model(agents, evaluation, init, formulae)


def trains(p, n):
    """Trains with and without priority share a tunnel; who has the right of way is passed on jointly."""
    fast, slow = range(1, p + 1), range(1, n + 1)
    together = lambda action: [f"F{i}.Action = {action}" for i in fast] + [f"S{i}.Action = {action}" for i in slow]
    moves = [f"{what}_f{i}" for i in fast for what in ("come", "enter", "leave")]
    moves += [f"{what}_s{i}" for i in slow for what in ("come", "enter", "leave")]
    comes = [f"come_f{i}" for i in fast] + [f"come_s{i}" for i in slow]
    allow = lambda names: "{" + ", ".join(names + comes + ["idle"]) + "}"
    environment = agent(
        "Environment", ["light : {fast, slow, taken}"], [*moves, "to_fast", "to_slow", "idle"],
        ["light = fast : " + allow([f"enter_f{i}" for i in fast] + ["to_slow"]),
         "light = slow : " + allow([f"enter_s{i}" for i in slow] + ["to_fast"]),
         "light = taken : " + allow([f"leave_f{i}" for i in fast] + [f"leave_s{i}" for i in slow])],
        ["light = taken if " + any_of([f"Action = enter_f{i} and F{i}.Action = enter" for i in fast] + [f"Action = enter_s{i} and S{i}.Action = enter" for i in slow]),
         "light = fast if " + any_of([f"Action = leave_f{i} and F{i}.Action = leave" for i in fast] + [" and ".join(["Action = to_fast", *together("to_fast")])]),
         "light = slow if " + any_of([f"Action = leave_s{i} and S{i}.Action = leave" for i in slow] + [" and ".join(["Action = to_slow", *together("to_slow")])])])
    states, actions = ["at : {waits, inside, away, barred}"], ["come", "enter", "leave", "to_fast", "to_slow"]
    def steps(name, bar, free, barred_from):
        joint = lambda action: " and ".join(["Environment.Action = " + action] + [t if not t.startswith(name + ".") else "Action = " + action for t in together(action)])
        who = name.lower()
        return [f"at = waits if at = away and Action = come and Environment.Action = come_{who}",
                f"at = inside if at = waits and Action = enter and Environment.Action = enter_{who}",
                f"at = away if (at = inside and Action = leave and Environment.Action = leave_{who}) or (at = barred and {joint(free)})",
                f"at = barred if ({barred_from}) and {joint(bar)}"]
    agents = [environment]
    for i in fast:
        agents.append(agent(f"F{i}", states, actions,
            ["at = waits : {enter}", "at = inside : {leave}", "at = away : {come, to_slow}", "at = barred : {to_fast}"],
            steps(f"F{i}", "to_slow", "to_fast", "at = away")))
    for i in slow:
        agents.append(agent(f"S{i}", states, actions,
            ["at = waits : {enter, to_fast}", "at = inside : {leave}", "at = away : {come, to_fast}", "at = barred : {to_slow}"],
            steps(f"S{i}", "to_fast", "to_slow", "at = away or at = waits")))
    evaluation = [f"f{i} if F{i}.at = inside" for i in fast] + [f"s{i} if S{i}.at = inside" for i in slow]
    init = ["Environment.light = fast", *(f"F{i}.at = waits" for i in fast), *(f"S{i}.at = barred" for i in slow)]
    alone = [f"(f1 -> K(F1, !(s1{''.join(f' or f{i}' for i in fast if i > 1)})))", f"(s1 -> K(S1, !(f1{''.join(f' or s{i}' for i in slow if i > 1)})))"]
    return model(agents, evaluation, init, ["AG(" + " and ".join(alone) + ")", "EF s1", "AG EF s1", "AF f1"])


def tunnel(n):
    """Trains share a tunnel; a controller lets one in and out, and all others move or wait at the same time."""
    who = range(1, n + 1)
    enter, leave = [f"enter_{i}" for i in who], [f"exit_{i}" for i in who]
    together = lambda action: any_of([f"Action = {action}_{i} and T{i}.Action = {action}" for i in who])
    agents = [agent("Environment", ["light : {green, red}"], [*enter, *leave, "null"],
        ["light = green : {" + ", ".join([*enter, "null"]) + "}", "light = red : {" + ", ".join([*leave, "null"]) + "}"],
        ["light = red if " + together("enter"), "light = green if " + together("exit")])]
    for i in who:
        agents.append(agent(f"T{i}", ["at : {waits, inside, away}"], ["enter", "exit", "approach", "null"],
            ["at = waits : {enter, null}", "at = inside : {exit, null}", "at = away : {approach, null}"],
            ["at = waits if at = away and Action = approach",
             f"at = inside if at = waits and Action = enter and Environment.Action = enter_{i}",
             f"at = away if at = inside and Action = exit and Environment.Action = exit_{i}"]))
    init = ["Environment.light = green", *(f"T{i}.at = waits" for i in who)]
    others = " and ".join(f"!t{i}" for i in who if i != 1)
    return model(agents, [f"t{i} if T{i}.at = inside" for i in who], init,
        [f"AG(t1 -> K(T1, {others}))", "EF t1", "AG(t1 -> AF !t1)"])


def foraging(robots, sources):
    """Robots look for food; who is at a source finds out whether there is any left."""
    who, where = range(1, robots + 1), range(1, sources + 1)
    moves = [f"search{i}" for i in who] + [f"fail{i}" for i in who]
    moves += [f"{what}{i}_{j}" for what in ("see", "take", "store", "look") for i in who for j in where]
    agents = [agent("Environment", ["still : boolean"], [*moves, "idle"],
        ["Other : {" + ", ".join([*moves, "idle"]) + "}"], ["still = still if Action = idle"])]
    at = lambda what, i, found: any_of([f"Environment.Action = {what}{i}_{j} and Food{j}.Action = {found}" for j in where])
    for i in who:
        agents.append(agent(f"Robot{i}", ["does : {rests, roams, goes, scans}"], ["search", "fail", "see", "go"],
            ["does = rests : {search}", "does = roams or does = scans : {fail, see}", "does = goes : {go}"],
            [f"does = roams if does = rests and Environment.Action = search{i}",
             f"does = rests if ((does = roams or does = scans) and Action = fail and Environment.Action = fail{i}) or (does = goes and ({at('store', i, 'gone')}))",
             f"does = goes if (does = roams or does = scans) and Action = see and ({at('see', i, 'here')})",
             f"does = scans if does = goes and ({at('look', i, 'here')})"]))
    for j in where:
        taken = any_of([f"Environment.Action = take{i}_{j} and Robot{i}.Action = go" for i in who])
        agents.append(agent(f"Food{j}", ["is : {left, found}"], ["here", "gone"],
            ["is = left : {here}", "is = found : {gone}"], [f"is = found if is = left and ({taken})"]))
    evaluation = [f"found{j} if Food{j}.is = found" for j in where]
    evaluation += ["rests1 if Robot1.does = rests", "goes1 if Robot1.does = goes"]
    init = ["Environment.still = true", *(f"Robot{i}.does = rests" for i in who), *(f"Food{j}.is = left" for j in where)]
    return model(agents, evaluation, init,
        ["AG(found1 -> K(Robot1, found1))", "AG(found1 -> AG found1)", "AG(goes1 -> !rests1)", "EF found1"])


def muddy(n):
    """Children see each other's foreheads, not their own; asked again and again, each finds out whether its own is muddy."""
    who = range(1, n + 1)
    any_muddy = " or ".join(f"m{i} = 1" for i in who)
    environment = "\n".join([
        "Agent Environment",
        "  Obsvars:", "    said : boolean;", f"    round : -1..{n - 1};", "  end Obsvars",
        "  Vars:", "    begins : boolean;", *(f"    m{i} : 0..1;" for i in who), "  end Vars",
        "  Actions = {tell, ask};",
        "  Protocol:", f"    begins = true and ({any_muddy}) : {{tell}};", "    Other : {ask};", "  end Protocol",
        "  Evolution:",
        "    begins = false and said = true and round = round + 1 if begins = true and Action = tell;",
        "    begins = false and round = round + 1 if begins = true and Action = ask;",
        f"    round = round + 1 if begins = false and round < {n - 1};",
        "  end Evolution", "end Agent", ""])
    agents, evaluation, formulae = [environment], [], []
    for i in who:
        others = [j for j in who if j != i]
        seen = "+".join(f"Environment.m{j}" for j in others)
        somebody = " or ".join(f"C{j}.Action = yes" for j in others)
        agents.append(agent(f"C{i}", ["heard : boolean"], ["no", "yes"],
            [f"Environment.round < {seen} : {{no}}", f"Environment.round >= {seen} : {{yes}}"],
            [f"heard = true if Environment.Action = ask and Environment.round < {seen} and heard = false and ({somebody})"],
            [f"m{j}" for j in others]))
        evaluation += [f"muddy{i} if Environment.m{i} = 1", f"yes{i} if {seen} <= Environment.round"]
        knows = f"(K(C{i}, muddy{i}) or K(C{i}, !muddy{i}))"
        formulae.append(f"AG((yes{i} -> {knows}) and ({knows} -> yes{i}))")
    init = [*(f"C{i}.heard = false" for i in who), "Environment.said = false", "Environment.begins = true", "Environment.round = -1"]
    return model(agents, evaluation, init, formulae)


def contracts(parties, stages):
    """Parties fulfil a contract stage by stage with a broker; each may fail a stage twice before it breaks off."""
    who = range(1, parties + 1)
    places = [f"b{i}_{s}" for i in who for s in range(stages)] + ["closed"]
    ask = [f"ask{i}_{s}" for i in who for s in range(stages)]
    order = [(i, s) for s in range(stages) for i in who]
    after = {place: order[k + 1] if k + 1 < len(order) else None for k, place in enumerate(order)}
    name = lambda place: "closed" if place is None else f"b{place[0]}_{place[1]}"
    protocol = [f"at = b{i}_{s} : {{ask{i}_{s}}}" for i, s in order] + ["at = closed : {rest}"]
    evolution = [f"at = {name(after[i, s])} if at = b{i}_{s} and Action = ask{i}_{s} and Party{i}.Action = deliver" for i, s in order]
    evolution += [f"at = closed if at = b{i}_{s} and Action = ask{i}_{s} and Party{i}.Action = refuse" for i, s in order]
    agents = [agent("Broker", ["at : {" + ", ".join(places) + "}"], [*ask, "rest"], protocol, evolution)]
    for i in who:
        asked = any_of([f"Broker.Action = ask{i}_{s}" for s in range(stages)])
        agents.append(agent(f"Party{i}", ["does : {idle, works, tests, broke}", "fails : 0..3"],
            ["begin", "finish", "pass", "fail", "deliver", "refuse", "wait"],
            ["does = idle : {begin, wait}", "does = works : {finish, wait}", "does = tests and fails < 2 : {pass, fail, deliver}",
             "does = tests and fails >= 2 : {deliver, refuse}", "does = broke : {wait}"],
            ["does = works if does = idle and Action = begin", "does = tests if does = works and Action = finish",
             "fails = fails + 1 and does = works if does = tests and Action = fail and fails < 2",
             f"does = idle and fails = 0 if does = tests and Action = deliver and ({asked})",
             f"does = broke if does = tests and Action = refuse and ({asked})"]))
    evaluation = ["closed if Broker.at = closed"] + [f"broke{i} if Party{i}.does = broke" for i in who]
    evaluation += [f"busy{i} if Party{i}.does = works or Party{i}.does = tests" for i in who]
    init = [f"Broker.at = b1_0", *(f"Party{i}.does = idle and Party{i}.fails = 0" for i in who)]
    formulae = ["EF closed", "A(!broke1 U closed)", "E(!broke1 U closed)", *(f"EF broke{i}" for i in who), "AG(broke1 -> K(Broker, broke1))", "AF closed"]
    return model(agents, evaluation, init, formulae)


def go_back(window, numbers):
    """Go-back-n over channels that lose messages: a sender, a receiver and two channels."""
    top = numbers - 1
    data, acks = range(numbers), range(numbers)
    send = [f"send{k}" for k in data]
    ack = [f"ack{k}" for k in acks]
    number = f"0..{top}"
    sender = agent("Sender", [f"base : {number}", f"next : {number}", f"open : 0..{window}"], [*send, "wait"],
        [f"next = {k} and open < {window} : {{send{k}, wait}}" for k in data] + ["Other : {wait}"],
        [f"next = {(k + 1) % numbers} and open = open + 1 if Action = send{k} and !({any_of([f'Acks.Action = deliver{j}' for j in acks])})" for k in data]
        + [f"base = {(k + 1) % numbers} and next = {(k + 1) % numbers} and open = 0 if Acks.Action = deliver{k} and base = {k} and open > 0" for k in acks])
    channel = lambda name, source, words: agent(name, ["holds : {" + ", ".join(["empty", *(f"m{k}" for k in data)]) + "}"],
        [*(f"deliver{k}" for k in data), "drop", "idle"],
        ["holds = empty : {idle}", *(f"holds = m{k} : {{deliver{k}, drop}}" for k in data)],
        [f"holds = m{k} if holds = empty and {source}.Action = {words[k]}" for k in data] + ["holds = empty if Action = drop or " + any_of([f"Action = deliver{k}" for k in data])])
    receiver = agent("Receiver", [f"wants : {number}", "due : boolean"], [*ack, "wait"],
        [f"due = true and wants = {(k + 1) % numbers} : {{ack{k}, wait}}" for k in acks] + ["Other : {wait}"],
        [f"wants = {(k + 1) % numbers} and due = true if wants = {k} and Data.Action = deliver{k}" for k in data]
        + ["due = false if (" + any_of([f"Action = {a}" for a in ack]) + ") and Acks.Action = idle"])
    agents = [sender, channel("Data", "Sender", send), channel("Acks", "Receiver", ack), receiver]
    evaluation = ["same if Sender.base = Receiver.wants", f"got if Receiver.wants = {top}", "none if Sender.open = 0"]
    init = ["Sender.base = 0 and Sender.next = 0 and Sender.open = 0", "Data.holds = empty and Acks.holds = empty", "Receiver.wants = 0 and Receiver.due = false"]
    return model(agents, evaluation, init, ["EF got", "AG EF got", "AG(none -> EF K(Sender, same))", "AG(got -> K(Receiver, got))", "AF got"])


def frames(bits, room, window):
    """Go-back-n with what it is for: numbered bits, through channels that lose messages and have room for several of them."""
    data, marks, back = range(bits), range(bits + 1), max(1, room - 1)
    truth = ("false", "true")
    sent = [f"send{i}_{b}" for i in data for b in (0, 1)]
    got = lambda i, b: f"Data.Action = frame{i}_{b}"
    acked = [f"(Acks.Action = ack{k} and base < {k})" for k in marks[1:]]
    sender = agent("Sender", [*(f"d{i} : boolean" for i in data), f"base : 0..{bits}", f"next : 0..{bits}"], [*sent, "timeout", "wait"],
        [f"next = {i} and next - base < {window} and d{i} = {truth[b]} : {{send{i}_{b}, wait}}" for i in data for b in (0, 1)]
        + ["next > base : {timeout, wait}", "Other : {wait}"],
        [f"base = {k} and next = {k} if {ack} and (next < {k} or Action = timeout)" for k, ack in zip(marks[1:], acked)]
        + [f"base = {k} if {ack} and next >= {k} and !(Action = timeout)" for k, ack in zip(marks[1:], acked)]
        + [f"next = base if Action = timeout and !({any_of(acked)})"]
        + [f"next = {i + 1} if (Action = send{i}_0 or Action = send{i}_1) and !({any_of(acked)})" for i in data])

    def channel(name, fields, empty, size, words, heads):
        """A queue of `size` messages; `words` are what its sender says with the message that this is, `heads` what comes out for which message."""
        place = lambda at, values: " and ".join(f"{field}{at} = {value}" for (field, _), value in zip(fields, values))
        mark, none = fields[0][0], empty[0]
        evolution = []
        for length in range(size + 1):
            is_long = " and ".join([f"!({mark}{at} = {none})" for at in range(length)] + ([f"{mark}{length} = {none}"] if length < size else []))
            moved = [f"{field}{at} = {field}{at + 1}" for at in range(length - 1) for field, _ in fields]
            silent = "!(" + any_of([word for word, _ in words]) + ")"
            if length:
                evolution += [" and ".join([*moved, place(length - 1, values)]) + f" if {is_long} and !(Action = keep) and {word}" for word, values in [*words, (silent, empty)]]
            if length < size:
                evolution += [place(length, values) + f" if {is_long} and Action = keep and {word}" for word, values in words]
        return agent(name, [f"{field}{at} : {domain}" for at in range(size) for field, domain in fields], [*(head for head, _ in heads), "lose", "keep"],
            [f"{place(0, values)} : {{{head}, lose, keep}}" for head, values in heads] + [f"{mark}0 = {none} : {{keep}}"], evolution)

    frames_of = [(i, b) for i in data for b in (0, 1)]
    forth = channel("Data", [("n", f"0..{bits}"), ("b", "boolean")], (bits, "false"), room,
        [(f"Sender.Action = send{i}_{b}", (i, truth[b])) for i, b in frames_of], [(f"frame{i}_{b}", (i, truth[b])) for i, b in frames_of])
    acks = channel("Acks", [("m", f"0..{bits + 1}")], (bits + 1,), back,
        [(f"Receiver.Action = say{k}", (k,)) for k in marks], [(f"ack{k}", (k,)) for k in marks])
    receiver = agent("Receiver", [*(f"r{i} : boolean" for i in data), f"wants : 0..{bits}", "due : boolean"], [*(f"say{k}" for k in marks), "wait"],
        [f"due = true and wants = {k} : {{say{k}, wait}}" for k in marks] + ["Other : {wait}"],
        [f"r{i} = {truth[b]} and wants = {i + 1} and due = true if wants = {i} and {got(i, b)}" for i, b in frames_of]
        + ["due = true if " + any_of([f"(!(wants = {i}) and {got(i, b)})" for i, b in frames_of])]
        + ["due = false if !(Action = wait) and (Data.Action = keep or Data.Action = lose)"])
    evaluation = ["right if " + " and ".join(f"(Receiver.wants <= {i} or Sender.d{i} = Receiver.r{i})" for i in data),
        f"all if Receiver.wants = {bits}", f"done if Sender.base = {bits}", "first if Sender.d0 = true"]
    init = ["Sender.base = 0 and Sender.next = 0", "Receiver.wants = 0 and Receiver.due = false", *(f"Receiver.r{i} = false" for i in data),
        *(f"Data.n{at} = {bits} and Data.b{at} = false" for at in range(room)), *(f"Acks.m{at} = {bits + 1}" for at in range(back))]
    return model([sender, forth, receiver, acks], evaluation, init,
        ["AG right", "EF done", "AG(all -> (K(Receiver, first) or K(Receiver, !first)))", "AG(done -> K(Sender, all))", "AG EF done"])


def gate(n):
    """A controller at the two ends of a tunnel and trains of which one at a time is inside; nobody has to move."""
    trains = range(1, n + 1)
    said = lambda word: " or ".join(f"(Action = {word}{i} and T{i}.Action = {word})" for i in trains)
    light = agent("Light", ["c : {green, red}"], [*(f"enter{i}" for i in trains), *(f"exit{i}" for i in trains), "null"],
        ["c = green : {" + ", ".join([*(f"enter{i}" for i in trains), "null"]) + "}", "c = red : {" + ", ".join([*(f"exit{i}" for i in trains), "null"]) + "}"],
        [f"c = red if {said('enter')}", f"c = green if {said('exit')}"])
    train = lambda i: agent(f"T{i}", ["s : {wait, tunnel, away}"], ["enter", "exit", "approach", "null"],
        ["s = wait : {enter, null}", "s = tunnel : {exit, null}", "s = away : {approach, null}"],
        ["s = wait if s = away and Action = approach", f"s = tunnel if s = wait and Action = enter and Light.Action = enter{i}",
         f"s = away if s = tunnel and Action = exit and Light.Action = exit{i}"])
    others = " and ".join(f"!in{i}" for i in trains if i != 1)
    return model([light, *(train(i) for i in trains)], [f"in{i} if T{i}.s = tunnel" for i in trains],
        ["Light.c = green", *(f"T{i}.s = wait" for i in trains)], [f"AG(in1 -> K(T1, {others}))", "EF in1", "AG(in1 -> AF !in1)"])


FAMILIES = {
    "cryptographers": (cryptographers, [(12,), (20,)]),
    "trains": (trains, [(10, 10), (20, 20)]),
    "tunnel": (tunnel, [(20,), (26,)]),
    "foraging": (foraging, [(8, 8)]),
    "muddy": (muddy, [(12,), (16,)]),
    "contracts": (contracts, [(5, 4)]),
    "go_back": (go_back, [(6, 8)]),
    "frames": (frames, [(6, 2, 2)]),
    "gate": (gate, [(20,), (40,)]),
}
