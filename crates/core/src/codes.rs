//! What the codes of remarks mean, and those of models that satisfy everything because they have no run.

use synod_syntax::CodeExplanation;

/// The explanations, by code.
pub const CODES: &[CodeExplanation] = &[
    CodeExplanation::situation(
        "model::constant-condition",
        "A condition of the model has the same value in all states, by the values that variables can have at all: a command \
         can never be taken, or a condition is no restriction.",
        "A line `x = 7 : { go };` in the protocol of an ISPL agent whose `x` is from 0 to 3, and `synod lint`.",
        "Correct the condition, or leave it out. `synod check --coverage` counts how often commands are used in the \
         reachable states.",
    ),
    CodeExplanation::situation(
        "model::expectation",
        "A comment that says which verdict to expect cannot be understood: it names no verdict, or a property that \
         there is not, or belongs to no property.",
        "`// expect: hold` before a property of an R-CHECK model, and `synod check --expect`.",
        "Write `expect: VERDICT` before the property, or behind it on the same line, or `expect NAME: VERDICT` \
         anywhere. Verdicts are `holds`, `violated`, `bounded` and `unknown`.",
    ),
    CodeExplanation::situation(
        "model::hidden-name",
        "A name stands for something else in a part of the text than around it.",
        "A parameter of an R-CHECK guard that is named like a local variable of an agent, and `synod lint`.",
        "Give one of them another name.",
    ),
    CodeExplanation::situation(
        "model::include-cycle",
        "A file includes itself, directly or through others, or files include each other too deeply.",
        "`a.rcp` has the line `include \"b.rcp\"`, and `b.rcp` the line `include \"a.rcp\"`.",
        "Move what both need to a third file, which both include. A file that is included twice is read once.",
    ),
    CodeExplanation::situation(
        "model::include-missing",
        "A file that the model includes cannot be read.",
        "The line `include \"parts/types.rcp\"` in a model whose folder has no folder `parts`.",
        "Correct the path: it is relative to the folder of the file with the `include`, and may begin with `../`.",
    ),
    CodeExplanation::situation(
        "model::never-reached",
        "No agent ever comes to these commands: in every reachable state all agents are elsewhere in their processes. \
         Properties say nothing about them, however they come out.",
        "A process `a: …; b: …` whose command `a` is never taken: `b` is never reached.",
        "Look at the commands before them, of which one is never taken; `--coverage` prints the text of the model with how \
         often each command is taken.",
    ),
    CodeExplanation::situation(
        "model::never-read",
        "Steps assign a variable, and nothing depends on it: no condition, no message, no other variable and no property.",
        "A LAbS attribute that counts steps and is compared with nothing, and `synod lint`.",
        "Read it somewhere, or leave it out: each value that it can have multiplies the states of the model. What is only \
         looked at in traces can be an expression of `--watch` instead.",
    ),
    CodeExplanation::situation(
        "model::never-taken",
        "All reachable states were looked at, and in none of them is this command taken: its guard is never true there, \
         those who would have to take part never can, or what it waits for never comes. A property that holds may hold \
         because of that.",
        "A receive with the guard `MSG = yes` in a model where nobody sends `yes`, or a LAbS branch inside a guard that \
         excludes it.",
        "`synod interact` and `why` tell what stands against it in a state; `--coverage` prints the text of the model with \
         how often each command is taken. Take the command out if it is not needed.",
    ),
    CodeExplanation::situation(
        "model::no-fair-run",
        "No fair run begins in an initial state, so every property holds vacuously. On every run some fairness \
         condition is true only finitely often, or the run deadlocks.",
        "An ISPL model whose `Fairness` section lists a proposition that is false in every reachable state.",
        "Weaken the fairness condition, or mend the model so that the condition can be true again and again. In \
         ISPL this is an error, as in MCMAS.",
    ),
    CodeExplanation::situation(
        "model::no-initial-state",
        "No values of the variables satisfy the initial conditions of all agents, so every property holds \
         vacuously.",
        "An ISPL model whose `InitStates` ask for `P.x = 0 and P.x = 1`, or an R-CHECK agent with `init: x & !x`.",
        "Look for conditions that contradict each other. In ISPL this is an error, as in MCMAS; elsewhere it is \
         a warning, which `--deny-warnings` makes an error.",
    ),
    CodeExplanation::situation(
        "model::unusable",
        "Nothing is wrong with the text by itself, but it cannot be used as it is asked for.",
        "A PISPL model in an editor with `# parameters: Robot=0`, of which no agent is left.",
        "Change what is asked for: the parameters in the settings of the editor, or in a comment of the model.",
    ),
    CodeExplanation::situation(
        "model::unused-name",
        "A name is declared and used nowhere in the text.",
        "A local variable of an R-CHECK agent that no command, condition or specification mentions, and `synod lint`.",
        "Use the name, or leave the declaration out. If it was meant somewhere, another name stands there.",
    ),
    CodeExplanation::situation(
        "remark::all-runs-deadlock",
        "The verdict is vacuous: every run deadlocks before the property could be judged. The language does not \
         count runs that deadlock, or all are shorter than the bound on steps.",
        "A LAbS model in which all agents end up waiting for each other, and a property `finally p`.",
        "Check for deadlocks with `--property no-deadlock`, and see what the property says of such runs with \
         `--deadlock stutter`.",
    ),
    CodeExplanation::situation(
        "remark::checkpoint-not-written",
        "`--checkpoint` was given and the search could not be saved the last time that it was to be. The answer is the same; but if \
         the search is interrupted, `synod resume` goes on from an earlier time, or from the beginning.",
        "A disk without room for the states that were found since the checkpoint before.",
        "Make room, or see that the folder can be written to. While the search goes on it tries again every time.",
    ),
    CodeExplanation::situation(
        "remark::damaged-checkpoint",
        "A file of the checkpoint is missing, incomplete, or not what was written: its checksum is wrong. It and all files after \
         it were not believed; the search went on from the last state of affairs that is complete.",
        "A file of the folder that was truncated when a disk was full, or that somebody removed.",
        "Nothing has to be done: what was lost is searched again, and verdict and counts are those of a search without \
         interruption. If it happens without a reason, look after the disk.",
    ),
    CodeExplanation::situation(
        "remark::dead-ends",
        "Some reachable states have no successor. That is a deadlock, unless the agents have come to their end.",
        "Two philosophers, each holding one fork and waiting for the other.",
        "`--property no-deadlock` prints a run that leads to such a state.",
    ),
    CodeExplanation::situation(
        "remark::depth-without-effect",
        "`--depth` was given to an engine that does not count steps. The BDD engine works with sets of states \
         and always explores all of them.",
        "`synod check model.rcp --engine bdd --depth 5`.",
        "Leave the option out, or choose an engine with a depth: `explicit` or `bmc`.",
    ),
    CodeExplanation::situation(
        "remark::faults-in-family",
        "Some step of some instance of a family of systems may meet a fault: a division by zero, or a value \
         outside the range of its variable. Such a step is not taken, which may hide behaviour.",
        "A counter of type `0..3` that every agent increments.",
        "Check `--property no-fault` for one number of agents.",
    ),
    CodeExplanation::situation(
        "remark::faulty-steps",
        "In some reachable states a step is not taken because it meets a fault: a division by zero, a subscript \
         outside its array, or a value outside the range of its variable. This may hide behaviour of the model.",
        "A command with the update `[z := z + 1]` for `z : 0..3`, in a state where `z` is 3.",
        "`--property no-fault` prints a run that leads to the fault. Widen the range, or exclude the case in \
         the precondition.",
    ),
    CodeExplanation::situation(
        "remark::impossible",
        "The property says that something is possible, such as `EF p`, and in the state where the run that is shown ends it is not. \
         No single run shows that: all runs from there were looked at.",
        "`AG EF idle`, and a run to a state from which no run reaches `idle`.",
        "Look at what can be done in that state and after it: `synod interact MODEL` and `load` with the run (`--trace-out`), or ask \
         for what keeps it from happening, such as `AG !p`.",
    ),
    CodeExplanation::situation(
        "remark::many-states",
        "The model has more reachable states than 64 bits count. The remark gives the number, rounded if it is very long.",
        "Eighty independent boolean variables.",
        "Nothing needs to be done.",
    ),
    CodeExplanation::situation(
        "remark::no-fair-run",
        "Only fair runs count, and no run is fair, or the named group can act so that none is. On no run at all everything is \
         true: the property holds whatever it says, and the group enforces any goal, also one that cannot be reached.",
        "`Fairness grant;` and `<server> F done` in an ISPL model where the server may refuse for ever; `--weak-fair p` where \
         `p` is never true.",
        "Check it without fairness, or with conditions that runs can meet and the group cannot prevent.",
    ),
    CodeExplanation::situation(
        "remark::no-initial-state",
        "There is no initial state, so every property holds vacuously.",
        "Initial conditions that contradict each other.",
        "Correct the initial conditions.",
    ),
    CodeExplanation::situation(
        "remark::no-scope",
        "The property judges the parts of runs between two events, and there is no such part: its scope is never opened, or, \
         where only closed ones count, never closed again.",
        "`between x = 1 and x = 2, always y = 0` in a LAbS model where `x` stays 0.",
        "Check whether the scope can open: `finally x = 1`, or `always x != 1`, which should be violated.",
    ),
    CodeExplanation::situation(
        "remark::not-minimised",
        "`--minimise` was given, and the counterexample was left as it is. It shows a property about knowledge, strategies or \
         several runs: the run alone violates nothing, only together with what explains it, such as a run that looks the same \
         to an agent. A shorter run would need other explanations, whose size is not comparable.",
        "`synod check cards.ispl --minimise` for a formula `AG K(Player, p)`.",
        "The BDD and explicit engines lead to the position that fails on a shortest way. `--only` and `--watch` make long runs easier \
         to read.",
    ),
    CodeExplanation::situation(
        "remark::null-step-for-ever",
        "In an interleaved family of systems the null step, which changes nothing, may be taken for ever. So a \
         liveness property such as `AF p` holds only if `p` holds from the start.",
        "A PISPL model with interleaved semantics and the formula `(Robot : {u}) AF done(u)`.",
        "`--null-step when-stuck` takes the null step only where no other step is enabled.",
    ),
    CodeExplanation::situation(
        "remark::omission",
        "Hash compaction and bitstate search keep a few bits of every state. Two states of which the same bits are kept are \
         taken for one, and what only the second leads to is not visited. So they prove nothing: without a violation the verdict is \
         `bounded`. The remark says how likely that is at most, if hash functions behave like random ones.",
        "`--engine bitstate` on a model with more states than fit into memory.",
        "Allow more memory (`--memory`), prefer `--engine compact`, which leaves out far less, or search with several seeds \
         (`--engine swarm`): what one leaves out another finds. Violations are real: they are replayed.",
    ),
    CodeExplanation::situation(
        "remark::outside-cone",
        "These variables are outside the cone of influence of the property: neither the property nor anything \
         that it depends on reads them. The search leaves them out.",
        "A counter of messages that no guard and no property reads.",
        "Nothing needs to be done. If a variable should matter, the model may lack a guard that reads it.",
    ),
    CodeExplanation::situation(
        "remark::repeated-dead-end",
        "The property asks that something happens next, again and again, or for ever. Some runs deadlock, and a state without \
         a step repeats for ever, so that on these runs it holds only because nothing happens any more.",
        "`G F idle` in a model that can deadlock while `idle` is true.",
        "Check for deadlocks with `--property no-deadlock`. To ask for real progress, add it: `G F (idle & !deadlock)`.",
    ),
    CodeExplanation::situation(
        "remark::resumed",
        "The search went on from a checkpoint that an earlier call of Synod has written. Verdict and counts are those of a \
         search without interruption; times are those since it went on.",
        "`synod resume FOLDER` after a machine was switched off during `synod check MODEL --checkpoint FOLDER`.",
        "Nothing has to be done.",
    ),
    CodeExplanation::situation(
        "remark::run-left-out",
        "The property is violated, or a witness was found, and the run is longer than what fits into a document within `--memory`: \
         as JSON a run takes many times the memory that the search needed for it. The verdict stands.",
        "`synod check counter.ispl --memory 100M --json` where the shortest violation has 150 000 steps.",
        "Allow more memory (`--memory`), or read the run as text, without `--json`, which is printed step by step.",
    ),
    CodeExplanation::situation(
        "remark::solver-might-prove",
        "Some integers have no bounds. The engines that are chosen automatically looked at those within a window, and \
         found no violation there; no other program was asked.",
        "A counter of type `int` that grows for ever, and the property that it is never negative.",
        "If an SMT solver is installed, `--solver z3` lets it try to prove the property for all integers; `--int-bound` \
         makes the window larger.",
    ),
    CodeExplanation::situation(
        "remark::some-initial-states",
        "The property says that something is possible, such as `EF p`. A property has to hold in every initial state, so \
         it fails if it fails in one of them, although it may hold in the others.",
        "An ISPL model with two initial states, and `EF done` of which only the first leads to `done`.",
        "If it is enough that some initial state satisfies it, narrow the initial condition of the model; to see what \
         violates its opposite, ask `AG !p`.",
    ),
    CodeExplanation::situation(
        "remark::uncounted-deadlocks",
        "Some runs deadlock before what the property asks for happens. The language does not count them, so the \
         property holds all the same.",
        "A LAbS model with a property `finally p` and a run that deadlocks where `p` is false.",
        "`--deadlock stutter` judges such runs like all others, `--deadlock report` asks for their absence.",
    ),
    CodeExplanation::situation(
        "remark::unjudged-deadlocks",
        "The logic judges infinite runs only. Some runs deadlock, and the property would be violated if they were \
         judged too, their last state repeated for ever.",
        "An ISPL model with the LTL formula `F p` and a run that ends, without a successor, where `p` is false.",
        "Give the last states a step that leads back to themselves if they are meant to be the end of a run; otherwise \
         find out why they have none: `--property no-deadlock`.",
    ),
    CodeExplanation::situation(
        "remark::vacuous-implication",
        "The property is an implication that holds only because its antecedent is true nowhere where it is asked: in \
         no reachable state, or, where no `G` stands before the implication, in no initial state. The verdict says \
         nothing about the consequent.",
        "`G (request -> F grant)` in a model without requests; `request -> F grant`, where nobody requests at first.",
        "Check whether the antecedent can happen: `EF request`, or `G !request`, which should be violated. To ask in \
         every state, write `G` before the implication.",
    ),
];
