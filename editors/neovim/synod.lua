-- Synod in Neovim 0.7 and later. Put `editors/vim` on the runtime path for highlighting, and
--     dofile("…/editors/neovim/synod.lua").setup({ cmd = { "synod", "lsp" }, settings = {}, tree_sitter = false })
-- into init.lua. Everything that Neovim's own client offers works: `vim.lsp.buf.hover()`, `.definition()`,
-- `.references()`, `.rename()`, `.code_action()`, `.formatting()`. Commands: `:SynodCheck [NAME …]`, `:SynodCancel`,
-- `:SynodChart NAME`, `:SynodInteract`.

local M = {}

--- The last answers about each model, by its URI and the name of the property.
M.answers = {}

M.languages = { "rcheck", "labs", "ispl", "pispl", "ccs", "chor", "aiger", "btor2" }

--- Starts the server for the buffer at hand, once for each folder.
function M.start(options)
  options = options or {}
  local root = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":p:h")
  M.clients = M.clients or {}
  local client = M.clients[root]
  if not client or not vim.lsp.get_client_by_id(client) then
    client = vim.lsp.start_client({
      name = "synod",
      cmd = options.cmd or { "synod", "lsp" },
      root_dir = root,
      init_options = options.settings,
      handlers = {
        ["synod/answers"] = function(_, result)
          M.answers[result.uri] = M.answers[result.uri] or {}
          for _, answer in ipairs(result.report.properties) do
            M.answers[result.uri][answer.name] = answer
          end
          for _, answer in ipairs(result.report.properties) do
            vim.api.nvim_echo({ { answer.name .. ": " .. answer.verdict .. " (" .. answer.reason .. ")" } }, true, {})
          end
        end,
      },
    })
    M.clients[root] = client
  end
  vim.lsp.buf_attach_client(0, client)
  return client
end

--- Checks properties of the buffer at hand; all if none is named.
function M.check(properties)
  local argument = { uri = vim.uri_from_bufnr(0), properties = properties }
  vim.lsp.buf.execute_command({ command = "synod.check", arguments = { argument } })
end

--- Shows the counterexample of a property that was checked, as a sequence chart.
function M.chart(property)
  local answer = (M.answers[vim.uri_from_bufnr(0)] or {})[property]
  if not answer or type(answer.trace) ~= "table" then
    vim.notify("There is no counterexample of " .. property .. " yet: :SynodCheck " .. property, vim.log.levels.WARN)
    return
  end
  local trace, svg = vim.fn.tempname() .. ".json", vim.fn.tempname() .. ".svg"
  vim.fn.writefile({ vim.fn.json_encode(answer.trace) }, trace)
  local said = vim.fn.system({ M.program, "show", vim.api.nvim_buf_get_name(0), "--format", "sequence", "--trace", trace, "-o", svg })
  if vim.v.shell_error ~= 0 then
    vim.notify(said, vim.log.levels.ERROR)
    return
  end
  vim.fn.jobstart({ vim.fn.has("mac") == 1 and "open" or "xdg-open", svg }, { detach = true })
  return svg
end

function M.setup(options)
  options = options or {}
  M.program = (options.cmd or { "synod" })[1]
  vim.api.nvim_create_autocmd("FileType", {
    pattern = M.languages,
    callback = function()
      M.start(options)
      if options.tree_sitter then
        vim.treesitter.highlighter.new(vim.treesitter.get_parser(0, vim.bo.filetype))
      end
    end,
  })
  vim.api.nvim_create_user_command("SynodCheck", function(given)
    M.check(#given.fargs > 0 and given.fargs or nil)
  end, { nargs = "*" })
  vim.api.nvim_create_user_command("SynodCancel", function()
    vim.lsp.buf.execute_command({ command = "synod.cancel", arguments = { {} } })
  end, {})
  vim.api.nvim_create_user_command("SynodChart", function(given)
    M.chart(given.args)
  end, { nargs = 1 })
  vim.api.nvim_create_user_command("SynodInteract", function()
    vim.cmd("split | terminal " .. vim.fn.shellescape(M.program) .. " interact " .. vim.fn.shellescape(vim.api.nvim_buf_get_name(0)))
  end, {})
end

return M
