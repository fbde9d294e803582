" Synod in Vim, by ALE: https://github.com/dense-analysis/ale. Errors, hover (:ALEHover), definitions (:ALEGoToDefinition),
" references, renaming (:ALERename), fixes (:ALECodeAction) and completion come from `synod lsp`.
"     let g:ale_synod_executable = '…'     the program, if it is not on the path
"     let g:ale_synod_settings = {…}       settings of the server, such as {'checkOnSave': v:false}

call ale#Set('synod_executable', 'synod')
call ale#Set('synod_settings', {})

function! synod#define_linter(language) abort
  call ale#linter#Define(a:language, {
  \ 'name': 'synod',
  \ 'lsp': 'stdio',
  \ 'executable': {buffer -> ale#Var(buffer, 'synod_executable')},
  \ 'command': '%e lsp',
  \ 'language': a:language,
  \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
  \ 'initialization_options': {buffer -> ale#Var(buffer, 'synod_settings')},
  \})
endfunction
