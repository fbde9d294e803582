" The language server in Vim, by ALE.
"     SYNOD=target/debug/synod ALE=/usr/share/vim-ale vim -N -u editors/vim/test.vim -es

set nocompatible
let s:here = expand('<sfile>:p:h')
execute 'set runtimepath^=' . fnameescape(s:here)
execute 'set runtimepath+=' . fnameescape($ALE)
filetype plugin on
syntax on
let g:ale_synod_executable = fnamemodify($SYNOD, ':p')
let g:ale_linters = {'rcheck': ['synod']}
let g:ale_lint_delay = 50
runtime! plugin/ale.vim

function! s:Expect(condition, what) abort
  echo (a:condition ? 'ok: ' : 'FAILED: ') . a:what
  if !a:condition
    cquit
  endif
endfunction
function! s:Wait(Condition, what) abort
  for l:tried in range(600)
    if a:Condition()
      break
    endif
    sleep 100m
  endfor
  call s:Expect(a:Condition(), a:what)
endfunction
function! s:Errors() abort
  return filter(ale#engine#GetLoclist(bufnr('')), {_, each -> each.type ==# 'E'})
endfunction

function! s:Run() abort
  let l:file = tempname() . '.rcp'
  let l:text = readfile(s:here . '/../../examples/rcheck/philosophers-fixed.rcp')
  call writefile(map(l:text, {_, line -> substitute(line, 'repeat:', 'repaet:', '')}), l:file)
  execute 'edit ' . l:file
  call s:Expect(&filetype ==# 'rcheck', 'the file type is found')
  call s:Expect(synIDattr(synID(search('^agent'), 1, 1), 'name') ==# 'rcheckKeyword', 'words are highlighted')
  call s:Wait({-> len(s:Errors()) == 1}, 'the mistake is found')
  call s:Expect(s:Errors()[0].text =~# 'repaet', 'and told')
  call cursor(s:Errors()[0].lnum, s:Errors()[0].col)
  %s/repaet:/repeat:/
  call ale#Queue(0)
  call s:Wait({-> len(s:Errors()) == 0}, 'mending it is noticed')
  call cursor(search('agent \zsPhilosopher'), col('.'))
  call search('Philosopher(p3')
  ALEGoToDefinition
  call s:Wait({-> getline('.') =~# '^agent Philosopher'}, 'a definition is found')
  quitall!
endfunction
set verbosefile=/dev/stdout
call s:Run()
