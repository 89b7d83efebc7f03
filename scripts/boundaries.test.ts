import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkBoundaries } from './boundaries.ts'

const REPOSITORY = path.join(import.meta.dirname, '..')

/** A small repository that follows every rule; violations are planted in a copy of it. */
const HOUSE: Record<string, string> = {
  'packages/contract/package.json': '{"name":"@flockwork/contract","exports":{"./*":"./src/*.ts"}}',
  'packages/contract/src/limits.ts': 'export const MAX = 1',
  'packages/contract/src/messages.ts':
    "import * as z from 'zod/mini'\nimport { MAX } from './limits.ts'\nexport const text = z.string().check(z.maxLength(MAX))",
  'apps/server/src/platform/database.ts': 'export interface Db { url: string }',
  'apps/server/src/features/auth/index.ts': "export { signIn } from './service.ts'",
  'apps/server/src/features/auth/service.ts': 'export function signIn() {}',
  'apps/server/src/features/messages/index.ts': "export { post } from './service.ts'",
  'apps/server/src/features/messages/service.ts':
    "import { text } from '@flockwork/contract/messages'\nimport type { Db } from '../../platform/database.ts'\nimport { signIn } from '../auth/index.ts'\nimport { insert } from './repository.ts'\nexport function post(db: Db) { return [text, signIn, insert, db] }",
  'apps/server/src/features/messages/repository.ts': 'export function insert() {}',
  'apps/server/src/features/guide/index.ts': "export { answer } from './service.ts'",
  'apps/server/src/features/guide/service.ts':
    "import { post } from '../messages/index.ts'\nexport const answer = post",
  'apps/server/src/app.ts':
    "import { answer } from './features/guide/index.ts'\nexport function app() { return answer }",
  'apps/web/src/ui/button.tsx': 'export function Button() { return <button type="button">Go</button> }',
  'apps/web/src/features/messages/index.ts': "export { Feed } from './feed.tsx'",
  'apps/web/src/features/messages/feed.tsx':
    "import { Button } from '../../ui/button.tsx'\nexport function Feed() { return <Button /> }",
  'apps/web/src/features/agents/index.ts': "export { List } from './list/list.tsx'",
  'apps/web/src/features/agents/keys.ts': "export const key = ['agents']",
  'apps/web/src/features/agents/teams/team.tsx':
    "import { key } from '../keys.ts'\nexport function Team() { return <p>{key}</p> }",
  'apps/web/src/features/agents/teams/team.test.ts': "import { List } from '../index.ts'\nList()",
  'apps/web/src/features/agents/list/list.tsx':
    "import { Team } from '../teams/team.tsx'\nexport function List() { return <Team /> }",
  'apps/web/src/app/router.tsx':
    "import { Feed } from '../features/messages/index.ts'\nexport function Router() { return <Feed /> }",
}

const houses: string[] = []

async function build(files: Record<string, string>): Promise<string> {
  const house = await mkdtemp(path.join(tmpdir(), 'flockwork-boundaries-'))
  houses.push(house)
  await Promise.all(
    Object.entries(files).map(async ([file, text]) => {
      await mkdir(path.dirname(path.join(house, file)), { recursive: true })
      await writeFile(path.join(house, file), text)
    }),
  )
  await mkdir(path.join(house, 'node_modules/@flockwork'), { recursive: true })
  await symlink('../../packages/contract', path.join(house, 'node_modules/@flockwork/contract'), 'junction')
  // A copy, not a link: a linked package would resolve to a path outside of the copy.
  await cp(path.join(REPOSITORY, 'node_modules/zod/mini'), path.join(house, 'node_modules/zod/mini'), {
    recursive: true,
  })
  await cp(
    path.join(REPOSITORY, 'node_modules/zod/package.json'),
    path.join(house, 'node_modules/zod/package.json'),
  )
  return house
}

afterAll(() => Promise.all(houses.map((house) => rm(house, { recursive: true, force: true }))))

test('a repository that follows the rules passes, and every file of it was checked', async () => {
  const sources = Object.keys(HOUSE).filter((file) => !file.endsWith('.json'))

  const report = await checkBoundaries(await build(HOUSE), 1)

  expect(report).toMatchObject({ violations: [], modules: sources.length, imports: 17 })
})

const SERVER = 'apps/server/src'
const WEB = 'apps/web/src'

interface Breach {
  because: string
  file: string
  text: string
  also?: Record<string, string>
  rule: string
}

const planted: Breach[] = [
  {
    because: 'the contract imports nothing but zod/mini',
    file: 'packages/contract/src/bad.ts',
    text: "import fs from 'node:fs'\nexport { fs }",
    rule: 'contract-imports-only-zod-mini',
  },
  {
    because: 'zod in the named form lands whole in the bundle',
    file: 'packages/contract/src/bad.ts',
    text: "import { z } from 'zod/mini'\nexport { z }",
    rule: 'zod-is-imported-as-a-namespace',
  },
  {
    because: 'the server never imports the web',
    file: `${SERVER}/features/auth/bad.ts`,
    text: "import { Button } from '../../../../web/src/ui/button.tsx'\nexport { Button }",
    rule: 'server-never-imports-web',
  },
  {
    because: 'the web never imports the server, from a .tsx file either',
    file: `${WEB}/ui/bad.tsx`,
    text: "import { app } from '../../../server/src/app.ts'\nexport const Bad = () => <p>{String(app)}</p>",
    rule: 'web-never-imports-server',
  },
  {
    because: 'platform knows no feature',
    file: `${SERVER}/platform/bad.ts`,
    text: "import { post } from '../features/messages/index.ts'\nexport { post }",
    rule: 'platform-knows-no-feature',
  },
  {
    because: 'a part of the design system knows no feature',
    file: `${WEB}/ui/bad.ts`,
    text: "import { Feed } from '../features/messages/index.ts'\nexport { Feed }",
    rule: 'web-base-layer-knows-no-feature',
  },
  {
    because: 'the repository is private to its room',
    file: `${SERVER}/features/guide/bad.ts`,
    text: "import { insert } from '../messages/repository.ts'\nexport { insert }",
    rule: 'a-room-is-entered-through-its-door',
  },
  {
    because: 'a room made today has a door as well',
    file: `${SERVER}/features/polls/service.ts`,
    text: "import { signIn } from '../auth/service.ts'\nexport { signIn }",
    rule: 'a-room-is-entered-through-its-door',
  },
  {
    because: 'the app layer uses the door too',
    file: `${WEB}/app/bad.ts`,
    text: "import { Feed } from '../features/messages/feed.tsx'\nexport { Feed }",
    rule: 'a-room-is-entered-through-its-door-from-outside',
  },
  {
    because: 'a dynamic import is an import',
    file: `${WEB}/app/bad.ts`,
    text: "export const load = () => import('../features/messages/feed.tsx')",
    rule: 'a-room-is-entered-through-its-door-from-outside',
  },
  {
    because: 'an import inside of a using declaration is an import',
    file: `${WEB}/app/bad.ts`,
    text: "export async function load() { await using feed = await import('../features/messages/feed.tsx')\nreturn feed }",
    rule: 'a-room-is-entered-through-its-door-from-outside',
  },
  {
    because: 'messages never imports guide',
    file: `${SERVER}/features/messages/bad.ts`,
    text: "import { answer } from '../guide/index.ts'\nexport { answer }",
    rule: 'server-room-stack-messages',
  },
  {
    because: 'a type-only import is an import',
    file: `${SERVER}/features/auth/bad.ts`,
    text: "import type { post } from '../messages/index.ts'\nexport type Post = typeof post",
    rule: 'server-room-stack-auth',
  },
  {
    because: 'a re-export of a type is an import',
    file: `${SERVER}/features/auth/bad.ts`,
    text: "export type { post } from '../messages/index.ts'",
    rule: 'server-room-stack-auth',
  },
  {
    because: 'an old room does not lean on one that is too new to be in the list',
    file: `${SERVER}/features/messages/bad.ts`,
    text: "import { vote } from '../polls/index.ts'\nexport { vote }",
    also: { [`${SERVER}/features/polls/index.ts`]: 'export function vote() {}' },
    rule: 'server-room-stack-messages',
  },
  {
    because: 'a sub-room imports nothing above it',
    file: `${WEB}/features/agents/teams/bad.ts`,
    text: "import { List } from '../list/list.tsx'\nexport { List }",
    rule: `sub-room-stack-${WEB}/features/agents/teams`,
  },
  {
    because: 'a sub-room does not import its own door',
    file: `${WEB}/features/agents/list/bad.ts`,
    text: "import type { List } from '../index.ts'\nexport type Type = typeof List",
    rule: `sub-room-stack-${WEB}/features/agents/list`,
  },
  {
    because: 'a file that sub-rooms share imports none of them',
    file: `${WEB}/features/agents/keys.ts`,
    text: "import { Team } from './teams/team.tsx'\nexport const key = Team",
    rule: `sub-room-stack-${WEB}/features/agents/keys.ts`,
  },
  {
    because: 'a sub-room does not lean on one that is not in the list',
    file: `${WEB}/features/agents/list/bad.ts`,
    text: "import { sort } from '../sorting/sort.ts'\nexport { sort }",
    also: { [`${WEB}/features/agents/sorting/sort.ts`]: 'export function sort() {}' },
    rule: `sub-room-stack-${WEB}/features/agents/list`,
  },
  {
    because: 'a new sub-room has a place in the list before the door may import it',
    file: `${WEB}/features/agents/index.ts`,
    text: "export { sort } from './sorting/sort.ts'",
    also: { [`${WEB}/features/agents/sorting/sort.ts`]: 'export function sort() {}' },
    rule: 'every-sub-room-is-in-a-stack',
  },
  {
    because: 'a room that gets its first sub-rooms has them listed',
    file: `${SERVER}/features/guide/index.ts`,
    text: "export { ask } from './asking/ask.ts'",
    also: { [`${SERVER}/features/guide/asking/ask.ts`]: 'export function ask() {}' },
    rule: 'every-sub-room-is-in-a-stack',
  },
  {
    because: 'a sub-room that nothing imports is listed as well',
    file: `${SERVER}/features/guide/asking/ask.ts`,
    text: "import { signIn } from '../../auth/index.ts'\nexport { signIn }",
    rule: 'what-imports-is-in-a-stack',
  },
  {
    because: 'a room imports nothing of the app layer',
    file: `${SERVER}/features/guide/bad.ts`,
    text: "import type { app } from '../../app.ts'\nexport type App = typeof app",
    rule: 'rooms-do-not-know-the-app-layer',
  },
  {
    because: 'a part takes its client from the context, so that a test can give it another',
    file: `${WEB}/features/messages/bad.ts`,
    text: "import { createBrowserServices } from '../../api/browser.ts'\nexport const { api } = createBrowserServices()",
    also: { [`${WEB}/api/browser.ts`]: 'export const createBrowserServices = () => ({ api: 1 })' },
    rule: 'services-come-from-the-context',
  },
  {
    because: 'the door does not hand out the repository',
    file: `${SERVER}/features/messages/index.ts`,
    text: "export { post } from './service.ts'\nexport { insert } from './repository.ts'",
    rule: 'the-door-does-not-hand-out-the-repository',
  },
  {
    because: 'search reads any table and writes none but its own',
    file: `${SERVER}/features/search/repository.ts`,
    text: "export const drop = (db: any) => db.deleteFrom('messages').execute()",
    rule: 'admin-and-search-only-read',
  },
  {
    because: 'two files that need each other are one, also by types alone',
    file: `${SERVER}/features/guide/a.ts`,
    text: "import type { B } from './b.ts'\nexport interface A { b: B }",
    also: {
      [`${SERVER}/features/guide/b.ts`]: "import type { A } from './a.ts'\nexport interface B { a: A }",
    },
    rule: 'no-cycles',
  },
  {
    because: 'an import that leads nowhere cannot be judged',
    file: `${SERVER}/features/guide/bad.ts`,
    text: "import { gone } from './gone.ts'\nexport { gone }",
    rule: 'every-import-resolves',
  },
]

/** In files of their own names, so that one run finds them all. */
const breaches = planted.map((breach, index) => ({
  ...breach,
  file: breach.file.replace(/\/bad[.]/, `/bad-${index}.`),
}))

describe('with a violation of every rule', () => {
  let violations: string[]

  beforeAll(async () => {
    const files = breaches.map(({ file, text, also = {} }) => ({ ...also, [file]: text }))
    ;({ violations } = await checkBoundaries(await build(Object.assign({}, HOUSE, ...files)), 1))
  })

  test.for(breaches)('caught: $because', ({ file, rule }) => {
    expect(violations.filter((violation) => violation.startsWith(`${rule}: ${file}`))).not.toEqual([])
  })
})

test('every sub-room and shared file in the lists exists', async () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  const listed = forbidden.flatMap(({ name }) => name.match(/^sub-room-stack-(.+)/)?.[1] ?? [])

  expect(listed).not.toEqual([])
  expect(listed.filter((place) => !existsSync(path.join(REPOSITORY, place)))).toEqual([])
})

test('checking too few modules is a failure, not a pass', async () => {
  await expect(checkBoundaries(await build(HOUSE), 500)).rejects.toThrow('500 expected')
})
