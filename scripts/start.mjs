/**
 * `npm start`: from a fresh clone to a running Flockwork. `--dev`: the same with both sides reloading.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'

import {
  ROOT,
  become,
  commandOf,
  ensureDependencies,
  environmentOf,
  modernNode,
  runMain,
} from './bootstrap.mjs'
import { buildWebWhenChanged } from './web-build.mjs'

const SERVER = 'apps/server/src/main.ts'
const QUIET = '--disable-warning=ExperimentalWarning'
const DEFAULT_PORT = '8787'

await runMain(async () => {
  const args = process.argv.slice(2)
  await ensureDependencies('run')
  const node = modernNode()
  const env = environmentOf(node)
  if (args.includes('--dev')) return develop(node, env)
  await buildWebWhenChanged(node, env)
  return become(node, [QUIET, SERVER, ...args], { env })
})

/**
 * The server under `--watch` and the web app's dev server in front of it; when one ends, so does the other.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code of the one that ended first
 */
async function develop(node, env) {
  const address = `http://127.0.0.1:${process.env.PORT || DEFAULT_PORT}`
  const children = [
    spawn(node, [QUIET, '--watch', '--watch-preserve-output', SERVER], { cwd: ROOT, env, stdio: 'inherit' }),
    spawn(node, [commandOf('apps/web', 'vite'), '--clearScreen', 'false'], {
      cwd: path.join(ROOT, 'apps/web'),
      env: { ...env, FLOCKWORK_SERVER: address },
      stdio: 'inherit',
    }),
  ]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

  const ends = children.map(
    (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 0))),
  )
  const first = await Promise.race(ends)
  stop()
  await Promise.all(ends)
  return first
}
