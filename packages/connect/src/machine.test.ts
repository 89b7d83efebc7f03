import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FILE_CLIENTS, type FileClient } from '@flockwork/contract/clients/setups'
import { afterEach, expect, test } from 'vitest'
import { chosenFrom } from './choose.ts'
import { fileOf } from './client-file.ts'
import { clientOn, findClients, ownFolder, shownPath, type Machine } from './machine.ts'

const linux: Machine = { system: 'linux', home: '/home/ana', env: {} }
const mac: Machine = { system: 'macos', home: '/Users/ana', env: {} }
const windows: Machine = { system: 'windows', home: '/c/ana', env: { APPDATA: '/c/ana/AppData/Roaming' } }

test.for([
  [linux, 'claude-code', '/home/ana/.claude.json'],
  [{ ...linux, env: { CLAUDE_CONFIG_DIR: '/etc/claude' } }, 'claude-code', '/etc/claude/.claude.json'],
  [linux, 'claude-desktop', '/home/ana/.config/Claude/claude_desktop_config.json'],
  [mac, 'claude-desktop', '/Users/ana/Library/Application Support/Claude/claude_desktop_config.json'],
  [windows, 'claude-desktop', '/c/ana/AppData/Roaming/Claude/claude_desktop_config.json'],
  [linux, 'codex', '/home/ana/.codex/config.toml'],
  [{ ...linux, env: { CODEX_HOME: '/srv/codex' } }, 'codex', '/srv/codex/config.toml'],
  [linux, 'gemini', '/home/ana/.gemini/settings.json'],
  [mac, 'cursor', '/Users/ana/.cursor/mcp.json'],
  [linux, 'vs-code', '/home/ana/.config/Code/User/mcp.json'],
  [{ ...linux, env: { XDG_CONFIG_HOME: '/cfg' } }, 'vs-code', '/cfg/Code/User/mcp.json'],
  [mac, 'vs-code', '/Users/ana/Library/Application Support/Code/User/mcp.json'],
  [windows, 'vs-code', '/c/ana/AppData/Roaming/Code/User/mcp.json'],
] as const)('the file of a client: %#', ([machine, client, file]) => {
  expect(fileOf(machine, client)).toBe(path.normalize(file))
})

test('our own data is in the standard folder of the system', () => {
  expect(ownFolder(linux)).toBe(path.normalize('/home/ana/.config/flockwork'))
  expect(ownFolder(windows)).toBe(path.normalize('/c/ana/AppData/Roaming/flockwork'))
  expect(shownPath(linux, path.normalize('/home/ana/.claude.json'))).toBe(path.normalize('~/.claude.json'))
  expect(shownPath(linux, '/home/anabel/x')).toBe('/home/anabel/x')
})

const homes: string[] = []
afterEach(() => homes.splice(0).forEach((home) => rmSync(home, { recursive: true })))

test.for([
  [[], []],
  [['.claude/'], ['claude-code']],
  [['.claude.json'], ['claude-code']],
  [
    ['bin/codex', '.gemini/'],
    ['codex', 'gemini'],
  ],
  [
    ['.config/Claude/', '.config/Code/User/', '.cursor/'],
    ['claude-desktop', 'cursor', 'vs-code'],
  ],
  [['.config/'], []],
] as const)('of what is in a home, %j, there are %j', ([places, clients]) => {
  const home = mkdtempSync(path.join(tmpdir(), 'flockwork-home-'))
  homes.push(home)
  for (const place of places) {
    const at = path.join(home, place)
    mkdirSync(place.endsWith('/') ? at : path.dirname(at), { recursive: true })
    if (!place.endsWith('/')) writeFileSync(at, '')
  }
  const machine: Machine = { system: 'linux', home, env: { PATH: path.join(home, 'bin') } }
  const files = Object.fromEntries(FILE_CLIENTS.map((client) => [client, fileOf(machine, client)]))
  expect(findClients(machine, files as Record<FileClient, string>)).toEqual(clients)
})

test.for([
  ['', ['codex', 'gemini']],
  ['2', ['gemini']],
  ['2, 1', ['codex', 'gemini']],
  ['q', 'none'],
  ['3', undefined],
  ['codex', undefined],
] as const)('the answer "%s" chooses %j', ([answer, chosen]) => {
  expect(chosenFrom(answer, ['codex', 'gemini'])).toEqual(chosen)
})

test.each([
  { host: 'heron.local', name: 'Codex on heron.local' },
  { host: 'büro-7', name: 'Codex on büro-7' },
  { host: 'two\nlines\u202e \u3164x', name: 'Codex on twolinesx' },
  { host: '\u200b', name: 'Codex' },
  { host: '\u{20000}'.repeat(300), name: `Codex on ${'\u{20000}'.repeat(40)}` },
])('the name of a token for Codex on $host has only valid characters of the host name', ({ host, name }) => {
  expect(clientOn({ label: 'Codex' }, host)).toBe(name)
})
