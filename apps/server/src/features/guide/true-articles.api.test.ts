/** The articles are correct: every link and picture exists, and every command that can run here does. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { anchorOf } from '@flockwork/contract/text/anchors'
import { expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/server.ts'
import { runAudit } from '../../cli/audit-command.ts'
import { runSpace } from '../../cli/space-command.ts'
import { readArticles } from './articles.ts'

const ROOT = new URL('../../../../../', import.meta.url)
const PICTURES = new URL('apps/web/src/features/help/pictures/', ROOT)
const PICTURES_MAX_BYTES = 1_000_000

const articles = await readArticles()
const texts = articles.flatMap(({ slug, passages }) => passages.map(({ text }) => ({ slug, text })))

function source(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8')
}

/** Without code blocks. */
const prose = (text: string) => text.replaceAll(/```[\s\S]*?```/g, '')

const links = texts.flatMap(({ slug, text }) =>
  [...prose(text).matchAll(/\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, href = '']) => ({ slug, href })),
)

test('every link in an article leads to an existing page, article or passage', async () => {
  await using server = await startServer()
  const routes = new Set(
    [...source('apps/web/src/app/routes/router.tsx').matchAll(/path: '([^']+)'/g)].map(([, to]) => to),
  )
  const places = new Set(
    articles.flatMap(({ slug, passages }) => [
      `/help/${slug}`,
      ...passages.flatMap(({ heading }) => (heading === null ? [] : [`/help/${slug}#${anchorOf(heading)}`])),
    ]),
  )
  expect(links.length).toBeGreaterThan(20)
  for (const { slug, href } of links) {
    const [page = ''] = href.split(/[?#]/, 1)
    const isKnown = places.has(href) || (!page.startsWith('/help/') && routes.has(page)) || routes.has(href)
    const isAnswered = isKnown || (await fetch(new URL(href, server.url))).ok
    expect([slug, href, isAnswered]).toEqual([slug, href, true])
  }
})

/** Pages of the web app, which a server of these tests doesn't have. */
const APP_PAGES = ['/', '/device']

test('the URLs of this instance in the articles exist', async () => {
  await using server = await startServer()
  const named = new Set(
    texts.flatMap(({ text }) =>
      [...text.matchAll(/https:\/\/your-server(\/[\w./-]*)?/g)].map(([, to = '/']) => to),
    ),
  )
  expect([...named]).toEqual(expect.arrayContaining(['/mcp', '/device', '/api/inbox']))
  for (const address of [...named].filter((one) => !APP_PAGES.includes(one))) {
    const { status } = await fetch(server.url + address)
    expect([address, status]).not.toEqual([address, 404])
  }
})

test('every picture of an article exists in both themes, has alt text, and is small', () => {
  const shown = articles.flatMap(({ passages }) => passages.flatMap(({ picture }) => picture ?? []))
  const files = shown.flatMap(({ name }) => [`${name}-dark.webp`, `${name}-light.webp`])
  expect(readdirSync(PICTURES).toSorted()).toEqual(files.toSorted())
  for (const { alt } of shown) expect(alt.length).toBeGreaterThan(15)
  const bytes = files.reduce((sum, file) => sum + statSync(new URL(file, PICTURES)).size, 0)
  expect(bytes).toBeLessThan(PICTURES_MAX_BYTES)
})

test('every page of the app has an article', () => {
  const PAGES: Record<string, string> = {
    '/': 'writing-messages',
    '/home': 'finding-your-way',
    '/messages': 'writing-messages',
    '/m/$id': 'replies',
    '/tasks': 'tasks',
    '/agents': 'agents-page',
    '/register': 'register-an-agent',
    '/search': 'searching',
    '/admin': 'administration',
    '/spaces': 'spaces',
    '/organizations': 'spaces',
    '/help': 'a-short-tour',
    '/help/mcp': 'connect-an-mcp-client',
    '/help/$article': 'a-short-tour',
    '/inbox': 'inbox',
    '/catch-up': 'catching-up',
  }
  const routes = [...source('apps/web/src/app/routes/router.tsx').matchAll(/path: '([^']+)'/g)].map(
    ([, to]) => to,
  )
  const slugs = new Set(articles.map(({ slug }) => slug))
  for (const route of routes) expect([route, slugs.has(PAGES[route ?? ''] ?? '')]).toEqual([route, true])
})

/** Programs that an article can't start here; `npm run test:clients` starts those of agents. */
const ELSEWHERE =
  /^(?:claude|codex|gemini|export FLOCKWORK_TOKEN=|(?:FLOCKWORK_TOKEN=\S+ )?npx -y (?:mcp-remote|--allow-remote=root))/

const commands = texts.flatMap(({ slug, text }) =>
  [...text.matchAll(/^```(?:sh)?\n([\s\S]*?)\n```$/gm)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => ({ slug, line })),
  ),
)

test('every command in a code block runs, except those of other programs', async () => {
  // it creates a second database
  await using server = await startServer({ own: true })
  const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-articles-'))
  let ran = 0
  try {
    const ana = await server.signUp('ana')
    const { id: spaceId, slug } = await ana.api.spaces.create({
      body: { name: 'Harbour', visibility: 'private' },
    })
    expect(slug).toBe('harbour')
    await ana.api.spaces.switch({ body: { org_id: spaceId } })
    const scout = await ana.registers('your-agent')
    const { id: messageId } = await ana.says('to be erased')
    await mkdir(path.join(folder, 'data'))
    await writeFile(path.join(folder, 'data', 'kept'), 'kept')

    const first = (line: string) => (line.includes('space export') ? 0 : 1)
    for (const { slug: article, line } of commands.toSorted((a, b) => first(a.line) - first(b.line))) {
      if (ELSEWHERE.test(line)) continue
      ran += 1
      const filled = line
        .replaceAll('https://your-server', server.url)
        .replaceAll('YOUR_TOKEN', scout.token)
        .replaceAll('YOUR-NAME', 'ana')
        .replaceAll('6f1f3a52-0d3c-4f5e-9a3e-0a4f1b2c3d4e', messageId)
      expect([article, line, await run(server, folder, filled)]).toEqual([article, line, ''])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  expect(ran).toBeGreaterThanOrEqual(10)
})

/** Runs a command line in the folder. @returns the error, or nothing */
async function run(server: TestServer, folder: string, line: string): Promise<string> {
  const flockwork = /^npx flockwork (space|audit) (.+)$/.exec(line)
  if (flockwork !== null) return runFlockwork(server, folder, flockwork[1] ?? '', flockwork[2] ?? '')
  if (!/^(?:curl|tar|pg_dump|pg_restore) /.test(line)) return 'nobody knows how to run it'
  // depends on its version whether it can read this server
  if (line.startsWith('pg_') && !(await canDump(server, line.split(' ', 1)[0] ?? ''))) return ''
  const target = line.startsWith('pg_restore') ? await emptyDatabase(server) : server.databaseUrl
  try {
    const said = await promisify(execFile)(
      'bash',
      ['-c', line.replace(/^curl /, 'curl --fail-with-body -sS ')],
      {
        cwd: folder,
        env: { ...process.env, DATABASE_URL: target },
      },
    )
    return said.stderr
  } catch (error) {
    return String(error)
  }
}

async function runFlockwork(
  server: TestServer,
  folder: string,
  program: string,
  words: string,
): Promise<string> {
  const key = await recordKey(server)
  const args = words
    .split(' ')
    .map((word) => (word === 'KEY' ? key : word))
    .map((word) => (word.endsWith('.jsonl') ? path.join(folder, word) : word))
  const errors: string[] = []
  const output = { out: () => {}, err: (line: string) => void errors.push(line) }
  // a space can't be imported into its own instance, so use another one
  await using other = words.startsWith('import')
    ? await startServer({ env: { LOG_LEVEL: 'fatal' }, onLog: () => {} })
    : null
  if (other !== null) await other.signUp('ana')
  const env = { DATABASE_URL: other?.databaseUrl ?? server.databaseUrl }
  const code = await (program === 'space' ? runSpace : runAudit)(args, env, output)
  return code === 0 ? '' : errors.join('\n')
}

async function recordKey(server: TestServer): Promise<string> {
  const lines: string[] = []
  const output = { out: (line: string) => void lines.push(line), err: () => {} }
  await runSpace(['key'], { DATABASE_URL: server.databaseUrl }, output)
  return /\S{40,}/.exec(lines.join('\n'))?.[0] ?? ''
}

async function canDump(server: TestServer, program: string): Promise<boolean> {
  const [row] = await server.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const said = await promisify(execFile)(program, ['--version']).catch(() => ({ stdout: '' }))
  const own = Number(/(\d+)/.exec(said.stdout)?.[1] ?? 0)
  return own >= Math.floor((row?.version ?? 0) / 10_000)
}

async function emptyDatabase(server: TestServer): Promise<string> {
  const name = 'restored_by_an_article'
  await server.query(`drop database if exists ${name}`)
  await server.query(`create database ${name}`)
  const url = new URL(server.databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

test('the commands that articles mention inline exist', () => {
  const { scripts } = JSON.parse(source('package.json')) as { scripts: Record<string, string> }
  const inline = texts.flatMap(({ text }) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code))
  const npm = inline.flatMap((code) => /^(?:\w+=\S+ )?npm (?:run )?([\w:-]+)/.exec(code)?.[1] ?? [])
  expect(npm).toContain('dev')
  expect(npm.filter((name) => !(name in scripts))).toEqual([])

  const named = [...inline, ...commands.map(({ line }) => line)].flatMap((code) => {
    const [, program, command] = /^npx flockwork (\w+) ([\w-]+)/.exec(code) ?? []
    return program === undefined || command === undefined ? [] : [{ program, command }]
  })
  expect(named.length).toBeGreaterThan(8)
  for (const { program, command } of named) {
    const file = `apps/server/src/cli/${program}-command.ts`
    expect([program, existsSync(new URL(file, ROOT))]).toEqual([program, true])
    expect(source(file)).toContain(`  ${command}`)
  }
})
