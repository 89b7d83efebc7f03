import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  clientSetups,
  connectCommand,
  fileSetups,
  FILE_CLIENTS,
  DESKTOP_FILES,
  isLoopback,
  stdioServers,
} from './setups.ts'

const url = 'https://flock.example/mcp/agents/scout'

test.for([
  ['https://flock.example', false],
  ['http://localhost:8787', false],
  ['http://127.0.0.1:8787', false],
  ['http://[::1]:8787', true],
  ['http://192.168.1.20:8787', true],
  ['http://flock.lan', true],
] as const)('the bridge to %s is allowed plain HTTP: %s', ([origin, isAllowed]) => {
  const { desktop, bridge } = clientSetups({ url: `${origin}/mcp/agents/scout`, token: 't' })
  for (const text of [...Object.values(desktop), bridge]) {
    expect(text.includes('--allow-http'), text).toBe(isAllowed)
  }
})

test.for([
  ['http://localhost:1/', true],
  ['http://127.8.0.1/', true],
  ['http://[::1]:1/', true],
  ['https://flock.example/', false],
  ['http://127.0.0.1.example/', false],
] as const)('%s is on this machine: %s', ([address, isHere]) => {
  expect(isLoopback(address)).toBe(isHere)
})

test('without a token no setup contains one, and with one only those that send it', () => {
  const without = JSON.stringify(clientSetups({ url, token: null }))
  expect(without).not.toMatch(/Bearer|FLOCKWORK_TOKEN|FLOCKWORK_AUTH/)
  const { vsCode, cursor, chat, ...others } = clientSetups({ url, token: 'a-token' })
  expect([vsCode, cursor, chat].join(' ')).not.toContain('a-token')
  for (const text of [...Object.values(others.desktop), ...Object.values({ ...others, desktop: '' })]) {
    expect(text === '' || text?.includes('a-token')).toBe(true)
  }
})

test('on Windows a shell starts the bridge', () => {
  const { command, args = [] } = stdioServers({ url, token: 't' }, 'windows').mcpServers['flockwork'] ?? {}
  expect([command, ...args.slice(0, 3)]).toEqual(['cmd', '/c', 'npx', '-y'])
})

/** The code blocks of a Markdown file. */
function blocksOf(path: string): string[] {
  const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```(?:sh|json|text)\n(.*?)\n```$/gms)].map(([, code = '']) => code)
}

test('the help has each of these setups, and its file', () => {
  const folder = new URL('../../../../apps/server/src/features/guide/articles/', import.meta.url)
  const articles = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const { desktop: _, header: _line, ...others } = clientSetups({ url, token: 'YOUR_TOKEN' })
  const asked = articles.flatMap((text) =>
    [...text.matchAll(/^\{\{setup (\w+)\}\}$/gm)].map(([, name = '']) => name),
  )
  expect(asked.toSorted()).toEqual([...Object.keys(others), 'desktop', 'desktopWindows'].toSorted())

  const all = articles.join('\n')
  expect(all).toContain(connectCommand('https://your-server'))
  for (const file of Object.values(DESKTOP_FILES)) expect(all).toContain(`\`${file}\``)
})

test("the commands write the same as the setups of the person's files", () => {
  const { desktop, vsCode, cursor } = clientSetups({ url, token: 't' })
  const {
    'claude-desktop': bridge,
    'vs-code': code,
    cursor: other,
  } = fileSetups({ url, token: 't' }, 'macos')
  const jsonOf = ({ table, entry }: typeof bridge) =>
    JSON.stringify({ [table]: { flockwork: entry } }, null, 2)
  expect([jsonOf(bridge), jsonOf(code), jsonOf(other)]).toEqual([desktop.macos, vsCode, cursor])
})

test('a client has its token in its file, or signs in by itself', () => {
  for (const token of ['a-token', null]) {
    for (const client of FILE_CLIENTS) {
      const { entry, hasToken } = fileSetups({ url, token }, 'linux')[client]
      expect(JSON.stringify(entry).includes('Bearer a-token'), client).toBe(hasToken)
      expect(hasToken).toBe(token !== null && client !== 'cursor' && client !== 'vs-code')
    }
  }
})

test('README has the same one-line command and bridge as the pages', () => {
  expect(blocksOf('README.md')).toContain(connectCommand('http://127.0.0.1:8787'))
  expect(blocksOf('docs/connect.md')).toContain(connectCommand('http://127.0.0.1:8787'))
  const { bridge } = clientSetups({ url: 'http://127.0.0.1:8787/mcp/agents/scout', token: '<its token>' })
  expect(blocksOf('README.md')).toContain(bridge)
})
