import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { ROOT, Stop, capture, commandOf, runMain, say } from './bootstrap.mjs'

const WEB = path.join(ROOT, 'apps/web')
const CONNECT = path.join(ROOT, 'packages/connect')
const LISTEN = path.join(ROOT, 'packages/listen')
const SOURCES = [
  'apps/web',
  'packages/contract/src',
  'packages/connect',
  'packages/listen',
  'package-lock.json',
]
const SKIPPED = new Set(['dist', 'served', 'node_modules'])
/** Beside the packages, not in `dist`: nothing there but what a browser may ask for. */
const STAMP = path.join(ROOT, 'node_modules/.cache/flockwork-web-build')

/**
 * Builds the web app, and `flockwork connect` and the listener as they are served, unless the last build was made from these very sources.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @throws {Stop} when the build fails; the next start tries again.
 */
export async function buildWebWhenChanged(node, env) {
  const sources = fingerprint()
  const results = [
    path.join(WEB, 'dist/index.html'),
    path.join(CONNECT, 'dist/flockwork-connect.mjs'),
    path.join(LISTEN, 'served/flockwork-listen.mjs'),
  ]
  if (results.every((file) => existsSync(file)) && readStamp() === sources) return
  say('Building the web app …')
  rmSync(STAMP, { force: true })
  for (const cwd of [WEB, CONNECT, LISTEN]) {
    const { code, output } = await capture(node, [commandOf('apps/web', 'vite'), 'build'], { cwd, env })
    if (code !== 0) throw new Stop(`${output.trim()}\nBuilding the web app failed.`)
  }
  mkdirSync(path.dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, sources)
}

function readStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined
}

/** Changes when a source file is added, removed, renamed or altered. Content, not times: a checkout sets new times. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => filesIn(path.join(ROOT, source)))) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} place @returns {string[]} in a fixed order */
function filesIn(place) {
  if (statSync(place).isFile()) return [place]
  return readdirSync(place)
    .filter((name) => !SKIPPED.has(name) && !/[.]test[.]tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)))
}

// Run on its own by the checks, under the Node that is to be used.
if (import.meta.main) await runMain(() => buildWebWhenChanged(process.execPath, process.env).then(() => 0))
