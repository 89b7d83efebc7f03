import { expect, test } from 'vitest'
import { checked, entryAt } from './document.ts'
import { tomlEditor } from './toml.ts'

const editor = checked(tomlEditor)
const place = { table: 'mcp_servers', key: 'flockwork' }
const entry = { url: 'https://flock.example/mcp/agents/scout', http_headers: { Authorization: 'Bearer t' } }
const OURS =
  '[mcp_servers.flockwork]\nurl = "https://flock.example/mcp/agents/scout"\nhttp_headers = { Authorization = "Bearer t" }\n'

const FILES: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'settings without servers': 'model = "gpt-5"   # the big one\napproval_policy = "on-request"\n',
  'servers and projects, as Codex writes them':
    'model = "gpt-5"\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs-mcp"]\n\n[mcp_servers.docs.env]\nKEY = "1"\n\n[projects."/home/ana/app"]\ntrust_level = "trusted"\n',
  'no end of the last line': '[tui]\nnotifications = true',
  'comments, dates and texts of many lines':
    '# mine\nsince = 2026-11-20T08:00:00Z\nnote = """\n[mcp_servers.flockwork]\nnot = "this"\n"""\n\n[[hooks]] # first\nname = "a"\n\n[[hooks]]\nname = "b"\n',
  'the ends of lines of Windows': 'model = "gpt-5"\r\n\r\n[mcp_servers.docs]\r\ncommand = "npx"\r\n',
  'a table of servers with a comment': '[mcp_servers]\n# none yet\n',
}

test.for(Object.entries(FILES))('inserting and removing an entry restores the file: %s', ([, before]) => {
  const after = editor.put(before, place, entry)
  expect(after.startsWith(before)).toBe(true)
  expect(after.replaceAll('\r\n', '\n').endsWith(OURS)).toBe(true)
  expect(/[^\r]\n/.test(after)).toBe(!before.includes('\r\n'))
  expect(entryAt(editor.read(after), place)).toEqual(entry)
  expect(editor.put(after, place, entry)).toBe(after)
  expect(editor.remove(after, place, true).trimEnd()).toBe(before.trimEnd())
})

test.for([
  [
    'a table with tables below it, in the midst',
    'a = 1\n\n[mcp_servers.flockwork]\nurl = "old"\n\n[mcp_servers.flockwork.tools.messages]\napproval_mode = "approve"\n\n# of b\n[b]\nc = 1\n',
    'a = 1\n\n# of b\n[b]\nc = 1\n',
  ],
  [
    'a key of the table',
    '[mcp_servers]\nflockwork = { url = "old" }\ndocs = { command = "npx" }\n',
    '[mcp_servers]\ndocs = { command = "npx" }\n',
  ],
  [
    'dotted keys',
    'mcp_servers.flockwork.url = "old"\nmcp_servers.docs.command = "npx"\n',
    'mcp_servers.docs.command = "npx"\n',
  ],
  ['quoted names', '["mcp_servers"."flockwork"]\nurl = "old"\n', ''],
] as const)('what is there already is taken out: %s', ([, before, after]) => {
  expect(editor.remove(before, place, true)).toBe(after)
})

test.for([
  ['a = ', 'line 1'],
  ['a = 1\na = 2\n', "isn't valid TOML"],
  ['mcp_servers = { docs = { command = "npx" } }\n', "isn't valid TOML"],
] as const)('%s is refused: %s', ([text, reason]) => {
  expect(() => editor.put(text, place, entry)).toThrow(reason)
})
