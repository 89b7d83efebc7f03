import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { anchorsOf, brokenInPage, brokenInSource, type Pages } from './references.ts'

const REPOSITORY = path.join(import.meta.dirname, '..')
const SOURCES = '{apps,bench,packages,scripts,tests}/**/*.{ts,tsx,mjs,cjs,js,sql,css}'
const AT_THE_ROOT = '*.{ts,mjs,cjs}'
/** The guide's articles are pages of the product: their links are addresses of the web app. */
const PAGES = ['*.md', 'docs/**/*.md', 'packages/**/*.md']
const NOT_OURS = /(^|\/)(node_modules|dist|data)(\/|$)/
/** Has breaches planted in it. */
const THIS_FILE = 'scripts/references.test.ts'

async function filesOf(patterns: string | string[]): Promise<Map<string, string>> {
  const names: string[] = []
  const found = glob(patterns, { cwd: REPOSITORY, exclude: (name) => NOT_OURS.test(name) })
  for await (const name of found) names.push(name.split(path.sep).join('/'))
  const texts = names.map(
    async (name) => [name, await readFile(path.join(REPOSITORY, name), 'utf8')] as const,
  )
  return new Map(await Promise.all(texts))
}

function pagesOf(texts: ReadonlyMap<string, string>): Pages {
  return new Map([...texts].map(([name, text]) => [name, anchorsOf(text)]))
}

test('what a comment refers to is in the repository', async () => {
  const pages = pagesOf(await filesOf(PAGES))
  const sources = await filesOf([SOURCES, AT_THE_ROOT])
  sources.delete(THIS_FILE)

  expect(sources.size).toBeGreaterThan(500)
  expect([...sources].flatMap(([file, text]) => brokenInSource(file, text, pages))).toEqual([])
})

test('what a page links to is in the repository', async () => {
  const texts = await filesOf(PAGES)
  const pages = pagesOf(texts)
  const isFile = (name: string) => existsSync(path.join(REPOSITORY, name))

  expect([...texts].flatMap(([file, text]) => brokenInPage(file, text, pages, isFile))).toEqual([])
})

const HERE: Pages = new Map([
  ['docs/rules/messages.md', anchorsOf('# Messages\n\n## Editing\n\n## Short ids\n')],
  ['docs/decisions/0004-group-commit.md', anchorsOf('# ADR-0004: Posts are committed in groups\n')],
])

test.for([
  { comment: '/** See docs/rules/messages.md#editing. */', broken: [] },
  { comment: '/** The limits (docs/rules/messages.md, ADR-0004). */', broken: [] },
  { comment: '/** Everything under docs/rules/ */', broken: [] },
  { comment: '/** RFC 6749, section 4.1, and RFC 9700 section 2. */', broken: [] },
  { comment: '// https://example.org/docs/rules/nowhere and /api/docs/look.css', broken: [] },
  { comment: '/** (docs/rules/messages.md#deleting) */', broken: ['docs/rules/messages.md#deleting'] },
  { comment: '/** (docs/rules/tasks.md#claiming) */', broken: ['docs/rules/tasks.md#claiming'] },
  { comment: '-- docs/decisions/0099-nothing.md', broken: ['docs/decisions/0099-nothing.md'] },
  { comment: '// why: ADR-0099', broken: ['ADR-0099'] },
  { comment: '/** (messaging, section 6) */', broken: ['section 6'] },
  { comment: '/**\n * A text (messaging,\n * sections\n * 6 and 7).\n */', broken: ['sections 6'] },
  { comment: "/** The interface's section 10. */", broken: ['section 10'] },
  { comment: '/** (ui, section 6.13; decisions 1.7, 2.3) */', broken: ['section 6.13', 'decisions 1.7'] },
  { comment: '/* (decision 4) */', broken: ['decision 4'] },
  { comment: '/* (ui, 6.2) (mcp, Waiting) */', broken: ['ui, 6.2', 'mcp, Waiting'] },
])('of $comment this leads nowhere: $broken', ({ comment, broken }) => {
  expect(brokenInSource('a.ts', `${comment}\nexport const a = 1\n`, HERE)).toEqual(
    broken.map((reference) => `a.ts: ${reference}`),
  )
})

test.for([
  { link: '[here](#editing)', broken: [] },
  { link: '[a page](../decisions/0004-group-commit.md)', broken: [] },
  { link: '[a site](https://example.org/x#y)', broken: [] },
  { link: '```\n[in code](nowhere.md)\n```', broken: [] },
  { link: '[no heading](#deleting)', broken: ['#deleting'] },
  { link: '[no page](tasks.md)', broken: ['tasks.md'] },
  { link: 'as ADR-0099 says', broken: ['ADR-0099'] },
])('of the page’s $link this leads nowhere: $broken', ({ link, broken }) => {
  const text = `# Messages\n\n## Editing\n\n${link}\n`
  const isFile = (name: string) => HERE.has(name)
  expect(brokenInPage('docs/rules/messages.md', text, HERE, isFile)).toEqual(
    broken.map((reference) => `docs/rules/messages.md: ${reference}`),
  )
})

test('anchors are those that GitHub makes', () => {
  const page = '# One: *two*, "three"\n\n## After a 401\n\n## After a 401\n\n```\n# no heading\n```\n'
  expect([...anchorsOf(page)]).toEqual(['one-two-three', 'after-a-401', 'after-a-401-1'])
})
