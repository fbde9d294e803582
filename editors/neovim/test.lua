-- A headless test of the language server in Neovim: diagnostics, a fix, hover, definition, rename, formatting, a check.
--     SYNOD=target/debug/synod nvim --headless -u NONE -c "luafile editors/neovim/test.lua"
-- With GRAMMARS, a folder into which `editors/tree-sitter/install neovim FOLDER` has installed them, also of the grammars.

local root = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
local program = vim.fn.fnamemodify(vim.env.SYNOD or "synod", ":p")
local patience = 60000

local function fail(why)
  io.stderr:write("FAILED: " .. why .. "\n")
  vim.cmd("cquit 1")
end

local function expect(condition, what)
  if not condition then
    fail(what)
  end
  io.stdout:write("ok: " .. what .. "\n")
end

local function request(method, params)
  local all = vim.lsp.buf_request_sync(0, method, params, patience) or {}
  local count, answer = 0, nil
  for _, each in pairs(all) do
    count, answer = count + 1, each
  end
  expect(count == 1, "one server answers " .. method)
  return answer.result, answer.error or answer.err
end

local function errors()
  return vim.tbl_filter(function(each)
    return each.severity == vim.diagnostic.severity.ERROR
  end, vim.diagnostic.get(0))
end

--- All grammars highlight, each an example.
local function grammars(folder)
  vim.opt.runtimepath:append(folder)
  for language, example in pairs({
    rcheck = "rcheck/philosophers.rcp",
    labs = "labs/leader.labs",
    ispl = "ispl/cards.ispl",
    pispl = "pispl/camp.pispl",
    ccs = "process/vending.ccs",
    chor = "process/stock.chor",
  }) do
    vim.cmd("edit " .. root .. "/../examples/" .. example)
    local parser = vim.treesitter.get_parser(0, language)
    local tree = parser:parse()[1]:root()
    expect(not tree:has_error(), "the grammar reads " .. example)
    local captured = 0
    for _ in vim.treesitter.get_query(language, "highlights"):iter_captures(tree, 0, 0, -1) do
      captured = captured + 1
    end
    expect(captured > 50, "and highlights it")
    vim.treesitter.highlighter.new(parser)
    vim.cmd("bdelete!")
  end
end

local function run()
  if vim.env.GRAMMARS then
    grammars(vim.env.GRAMMARS)
  end
  vim.opt.runtimepath:append(root .. "/vim")
  vim.cmd("filetype plugin on | syntax on")
  vim.cmd("source " .. root .. "/vim/ftdetect/synod.vim")
  local answers
  local synod = dofile(root .. "/neovim/synod.lua")
  synod.setup({ cmd = { program, "lsp" } })
  local file = vim.fn.tempname() .. ".rcp"
  local text = table.concat(vim.fn.readfile(root .. "/../examples/rcheck/philosophers-fixed.rcp"), "\n")
  vim.fn.writefile(vim.split(text:gsub("repeat:", "repaet:", 1), "\n"), file)
  vim.cmd("edit " .. file)
  expect(vim.bo.filetype == "rcheck", "the file type is found")
  expect(vim.fn.synIDattr(vim.fn.synID(vim.fn.search("^agent"), 1, 1), "name") == "rcheckKeyword", "words are highlighted")

  expect(vim.wait(patience, function() return #errors() == 1 end, 20), "the mistake is found")
  local wrong = errors()[1]
  local place = { line = wrong.lnum, character = wrong.col }
  local document = vim.lsp.util.make_text_document_params()
  local range = { start = place, ["end"] = place }
  local actions = request("textDocument/codeAction", { textDocument = document, range = range, context = { diagnostics = {} } })
  expect(actions[1].title == "Change `repaet` to `repeat`", "a fix is offered")
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  expect(vim.wait(patience, function() return #errors() == 0 end, 20), "the fix mends it")

  vim.fn.search("agent \\zsPhilosopher")
  local at = vim.lsp.util.make_position_params()
  local hover = request("textDocument/hover", at)
  expect(hover.contents.value:find("an agent type"), "hover explains a name")
  local references = request("textDocument/references", vim.tbl_extend("force", at, { context = { includeDeclaration = true } }))
  expect(#references > 2, "references are found")
  local definition = request("textDocument/definition", { textDocument = document, position = references[#references].range.start })
  expect(definition[1].range.start.line == at.position.line, "a definition is found")
  local edit = request("textDocument/rename", vim.tbl_extend("force", at, { newName = "Thinker" }))
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  local _, refused = request("textDocument/rename", vim.tbl_extend("force", at, { newName = "agent" }))
  expect(refused ~= nil, "a word of the language is no name")
  expect(vim.fn.search("agent Thinker", "nw") > 0 and vim.fn.search("Philosopher(", "nw") == 0, "the name is changed everywhere")
  vim.fn.setline(1, "      " .. vim.fn.getline(1))
  local edits = request("textDocument/formatting", { textDocument = document, options = { tabSize = 4, insertSpaces = true } })
  expect(#edits > 0, "the text is formatted")

  local client = vim.lsp.get_client_by_id(vim.tbl_values(synod.clients)[1])
  client.handlers["synod/answers"] = function(_, result) answers = result.report.properties end
  synod.check()
  expect(vim.wait(patience, function() return answers ~= nil end, 20), "properties are checked")
  expect(answers[1].verdict == "holds", "and have verdicts")
  vim.cmd("qall!")
end

local ok, why = xpcall(run, debug.traceback)
if not ok then
  fail(why)
end
