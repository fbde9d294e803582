" PISPL: made from the words of the language.
if exists("b:current_syntax")
  finish
endif

syntax match pisplComment /--.*$/ contains=@Spell
syntax match pisplNumber /\<\d\+\>/
syntax region pisplString start=/"/ end=/"/ oneline
syntax keyword pisplKeyword GlobalSynchronous
syntax keyword pisplKeyword AgentEnvironment
syntax keyword pisplKeyword Asynchronous
syntax keyword pisplKeyword GlobalAction
syntax keyword pisplKeyword Environment
syntax keyword pisplKeyword Evaluation
syntax keyword pisplKeyword Evolution
syntax keyword pisplKeyword InitState
syntax keyword pisplKeyword MultiRole
syntax keyword pisplKeyword Semantics
syntax keyword pisplKeyword Formulae
syntax keyword pisplKeyword Protocol
syntax keyword pisplKeyword Template
syntax keyword pisplKeyword Actions
syntax keyword pisplKeyword Action
syntax keyword pisplKeyword Other
syntax keyword pisplKeyword Vars
syntax keyword pisplKeyword end
syntax keyword pisplKeyword if
highlight default link pisplComment Comment
highlight default link pisplNumber Number
highlight default link pisplString String
highlight default link pisplBoolean Boolean
highlight default link pisplKeyword Keyword

let b:current_syntax = "pispl"
