//! The help of the prompt.

/// The commands.
pub const HELP: &str = "  state [AGENT]        the current state, of all agents or of one
  steps                the enabled steps, with numbers
  take N, or just N    take one of them
  why [N|RULE|AGENT]   what agents would do here but cannot, and why; of one of them, a rule or an agent
  back [K]             undo the last K steps (1)
  reset [N]            begin again, in the initial state N
  random K [SEED]      take K steps at random (at most 1 000 000)
  init                 the initial states to choose from
  init N               begin in one of them
  init CONDITION       narrow them, as in `init client-b = client2 & !machine-asgn`; `init true`: all
  check [PROPERTY]     verify a property, or all; or a formula in the language of the model
  eval EXPRESSION      its value here: a variable, a condition or a number, in the language of the model
  find CONDITION       walk to the nearest state where it holds, by as few steps as possible;
                       `find deadlock`: to the nearest where no step can be taken
  load [FILE]          follow a trace: a file, or the last counterexample of `check`
  next                 take the next step of that trace
  view AGENT           what an agent observes and what it can take part in
  trace                the walk so far
  save FILE            write it; the name tells how: *.json, *.itf.json, *.csv, *.svg, *.mmd, *.puml
  help, quit
";
