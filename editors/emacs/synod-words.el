;;; synod-words.el --- Words of the languages that Synod reads  -*- lexical-binding: t -*-

;; Made by editors/highlighting.mjs.

;;; Code:

(defconst synod-languages
  '(
    (rcheck "R-CHECK" "rcp" ("//") t
     ("property-variables" "message-structure" "receive-guard" "deadlock" "location" "supplier" "SUPPLY@" "channel" "include" "relabel" "exists" "forall" "getter" "myself" "repeat" "sender" "system" "Agent" "agent" "const" "guard" "local" "GET@" "SPEC" "bool" "chan" "enum" "init" "any" "int" "p2p" "rep" "F" "G" "K" "R" "U" "W" "X")
     ("false" "true"))
    (labs "LAbS" "labs" ("#") nil
     ("environment" "stigmergies" "eventually" "fairly_inf" "interface" "stigmergy" "Behavior" "between" "finally" "always" "assume" "exists" "extern" "fairly" "forall" "system" "agent" "check" "count" "spawn" "where" "Skip" "else" "from" "link" "pick" "then" "Nil" "abs" "and" "ctl" "ltl" "max" "min" "id" "if" "of" "or")
     ("false" "undef" "true"))
    (ispl "ISPL" "ispl" ("--") nil
     ("Environment" "GreenStates" "Evaluation" "InitStates" "Evolution" "RedStates" "Semantics" "Fairness" "Formulae" "Lobsvars" "Protocol" "Actions" "Obsvars" "boolean" "Action" "Groups" "Agent" "Other" "CTL*" "Vars" "GCK" "LTL" "and" "end" "AF" "AG" "AX" "DK" "EF" "EG" "EX" "GK" "if" "or" "K" "O")
     ("false" "true"))
    (pispl "PISPL" "pispl" ("--") nil
     ("GlobalSynchronous" "AgentEnvironment" "Asynchronous" "GlobalAction" "Environment" "Evaluation" "Evolution" "InitState" "MultiRole" "Semantics" "Formulae" "Protocol" "Template" "Actions" "Action" "Other" "Vars" "end" "if")
     ())
    (ccs "CCS" "ccs" ("--" "//") nil
     ("terminated" "deadlock" "property" "system" "does" "can" "did" "nil" "set" "tau" "A" "E" "F" "G" "R" "U" "W" "X")
     ())
    (chor "choreography" "chor" ("--" "//") nil
     ("realisable" "terminated" "deadlock" "property" "does" "can" "did" "tau" "A" "E" "F" "G" "R" "U" "W" "X")
     ()))
  "Each language: mode, title, ending, line comments, whether block comments, keywords, constants.")

(provide 'synod-words)
;;; synod-words.el ends here
