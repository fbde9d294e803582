-- Synod in Neovim 0.7 and later. Put `editors/vim` on the runtime path for highlighting, and
--     dofile("…/editors/neovim/synod.lua").setup()
-- into init.lua. Everything that Neovim's own client offers works: `vim.lsp.buf.hover()`, `.definition()`,
-- `.references()`, `.rename()`, `.code_action()`, `.formatting()`; `:SynodCheck` checks all properties of the model,
-- and `:SynodCheck NAME` one of them.

local M = {}

M.languages = { "rcheck", "labs", "ispl", "pispl", "ccs", "chor" }

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

function M.setup(options)
  vim.api.nvim_create_autocmd("FileType", {
    pattern = M.languages,
    callback = function()
      M.start(options)
    end,
  })
  vim.api.nvim_create_user_command("SynodCheck", function(given)
    M.check(#given.fargs > 0 and given.fargs or nil)
  end, { nargs = "*" })
end

return M
