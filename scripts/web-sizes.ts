/**
 * The built web app against its budgets: script for the login, for a usable feed and for any other page, and
 * the styles, all as they travel (gzip).
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = path.join(import.meta.dirname, '../apps/web/dist')
const KB = 1000

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

interface Budget {
  readonly what: string
  readonly bytes: number
  readonly limit: number
}

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest
// the service worker is an entry, too
const entry = keyEnding('index.html')
const login = withImports(entry, keyEnding('/sign-in.tsx'))
const feed = withImports(entry, keyEnding('/signed-in-app.tsx'))
const tasks = withImports(keyEnding('/tasks-page.tsx'))
const isBeyondTasks = (file: string) => !feed.has(file) && !tasks.has(file)

const budgets: Budget[] = [
  { what: 'script for the login', bytes: sizeOf(login), limit: 130 * KB },
  { what: 'script for a usable feed', bytes: sizeOf(feed), limit: 230 * KB },
  ...[
    '/agents-page.tsx',
    '/register-page.tsx',
    '/spaces-page.tsx',
    '/settings-dialog.tsx',
    '/help-pages.ts',
    '/inbox-page.tsx',
    '/catch-up-page.tsx',
    '/search-page.tsx',
    '/tasks-page.tsx',
    '/admin-page.tsx',
    '/new-task-dialog.tsx',
    '/consent-page.tsx',
    '/device-page.tsx',
    '/join-page.tsx',
  ].map((page) => ({
    what: `script that ${page.slice(1)} adds`,
    bytes: sizeOf([...withImports(keyEnding(page))].filter((file) => !feed.has(file))),
    limit: 45 * KB,
  })),
  {
    // opened over the page alone, which shares with it what both need
    what: 'script that task-sheet.tsx adds to tasks-page.tsx',
    bytes: sizeOf([...withImports(keyEnding('/task-sheet.tsx'))].filter(isBeyondTasks)),
    limit: 45 * KB,
  },
  { what: 'styles', bytes: stylesSize(), limit: 16 * KB },
]

for (const { what, bytes, limit } of budgets) {
  const isOver = bytes > limit
  if (isOver) process.exitCode = 1
  console.log(`${isOver ? '✗' : '✓'} ${what}: ${(bytes / KB).toFixed(1)} of ${limit / KB} kB`)
}

function keyEnding(name: string): string {
  const found = Object.keys(manifest).find((key) => key.endsWith(name))
  if (found === undefined)
    throw new Error('The build has no such chunk; are the names in this check still right?')
  return found
}

/** The files of these chunks and of everything they need at once. */
function withImports(...keys: string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return files
}

function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(DIST, file))).length, 0)
}

function stylesSize(): number {
  const files = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))
  return sizeOf(files)
}
