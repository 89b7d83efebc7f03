import { expect, test } from 'vitest'
import { checked, entryAt } from './document.ts'
import { jsonEditor } from './json.ts'

const editor = checked(jsonEditor)
const place = { table: 'mcpServers', key: 'flockwork' }
const entry = {
  type: 'http',
  url: 'https://flock.example/mcp/agents/scout',
  headers: { Authorization: 'Bearer t' },
}

/** Realistic files of users. */
const FILES: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'an empty object': '{}',
  'an empty object on two lines': '{\n}\n',
  'an empty table': '{\n  "mcpServers": {}\n}\n',
  'no servers yet, as Claude Code writes it':
    '{\n  "numStartups": 184,\n  "tipsHistory": {\n    "new-user-warmup": 3\n  },\n  "projects": {\n    "/home/ana/app": {\n      "allowedTools": [],\n      "mcpServers": {}\n    }\n  },\n  "userID": "a4be"\n}',
  'another server, with four spaces':
    '{\n    "mcpServers": {\n        "files": {\n            "command": "npx",\n            "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ana"]\n        }\n    }\n}\n',
  tabs: '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"git": { "command": "uvx", "args": ["mcp-server-git"] }\n\t}\n}\n',
  'comments and commas at the end, as VS Code allows':
    '// my servers\n{\n  "inputs": [], // none\n  "mcpServers": {\n    /* the first */\n    "git": { "command": "uvx" }, // keep\n  },\n}\n',
  'a comment behind the last, which has no comma':
    '{\n  "mcpServers": {\n    "git": { "command": "uvx" } // keep\n    // and this\n  }\n}\n',
  'only a comment in the table': '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
  'the ends of lines of Windows':
    '{\r\n  "mcpServers": {\r\n    "git": {\r\n      "command": "uvx"\r\n    }\r\n  }\r\n}\r\n',
  'a mark of byte order': '\u{FEFF}{\n  "theme": "dark"\n}\n',
  'one line': '{"theme":"dark","mcpServers":{"git":{"command":"uvx"}}}',
  'one line with spaces': '{ "theme": "dark", "mcpServers": { "git": { "command": "uvx" } } }\n',
  'text that looks like syntax':
    '{\n  "note": "a } // \\" , { [",\n  "mcpServers": {\n    "x,}": { "command": "a//b" }\n  }\n}\n',
}

test.for(Object.entries(FILES))('inserting and removing an entry restores the file: %s', ([, before]) => {
  const after = editor.put(before, place, entry)
  expect(entryAt(editor.read(after), place)).toEqual(entry)

  const wasThere = Object.keys(editor.read(before) as object).includes('mcpServers')
  const again = editor.remove(after, place, !wasThere)
  // an empty file or object becomes an empty object on one line
  expect(again).toBe(before.replace(/^\{\s*\}/, '{}') || '{}\n')
})

test.for(Object.entries(FILES))(
  'putting in touches nothing else, and is repeated without a change: %s',
  ([, before]) => {
    const after = editor.put(before, place, entry)
    expect(isWithin(before.replaceAll(/\s/g, ''), after)).toBe(true)
    for (const comment of before.match(/(\/\/|\/\*).*$/gm) ?? []) expect(after).toContain(comment)
    expect(editor.put(after, place, entry)).toBe(after)
    expect(after.startsWith('\u{FEFF}')).toBe(before.startsWith('\u{FEFF}'))
    expect(/[^\r]\n/.test(after)).toBe(!before.includes('\r\n') && after.includes('\n'))
  },
)

/** Whether every character of one is in the other, in the same order. */
function isWithin(one: string, other: string): boolean {
  let left = one
  for (const character of other) if (left.startsWith(character)) left = left.slice(character.length)
  return left === ''
}

test('the entry is formatted like the rest of the file', () => {
  expect(editor.put(FILES['another server, with four spaces'] ?? '', place, { url: 'u' })).toBe(
    '{\n    "mcpServers": {\n        "files": {\n            "command": "npx",\n            "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ana"]\n        },\n        "flockwork": {\n            "url": "u"\n        }\n    }\n}\n',
  )
  expect(
    editor.put(FILES['comments and commas at the end, as VS Code allows'] ?? '', place, { url: 'u' }),
  ).toBe(
    '// my servers\n{\n  "inputs": [], // none\n  "mcpServers": {\n    /* the first */\n    "git": { "command": "uvx" }, // keep\n    "flockwork": {\n      "url": "u"\n    },\n  },\n}\n',
  )
  expect(editor.put(FILES['one line'] ?? '', place, { url: 'u' })).toBe(
    '{"theme":"dark","mcpServers":{"git":{"command":"uvx"},"flockwork":{"url":"u"}}}',
  )
})

test('an existing entry is replaced in place, and removed from between others', () => {
  const three =
    '{\n  "mcpServers": {\n    "a": {}, // a\n    "flockwork": { "url": "old" }, // ours\n    "b": {}\n  }\n}\n'
  expect(editor.put(three, place, { url: 'new' })).toBe(
    three.replace('{ "url": "old" }', '{\n      "url": "new"\n    }'),
  )
  expect(editor.remove(three, place, true)).toBe(
    '{\n  "mcpServers": {\n    "a": {}, // a // ours\n    "b": {}\n  }\n}\n',
  )
})

test.for([
  ['{ "mcpServers": { ', 'line 1'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3'],
  ['[]', 'no JSON object'],
  ['{ "mcpServers": [] }', '"mcpServers" is no JSON object'],
  ['{ "mcpServers": {}, "mcpServers": {} }', "can't be changed safely"],
] as const)('%s is refused: %s', ([text, reason]) => {
  expect(() => editor.put(text, place, entry)).toThrow(reason)
})
