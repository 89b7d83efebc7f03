/**
 * What every command needs before it can do its work: installed packages and a Node that runs TypeScript.
 *
 * Plain JavaScript for Node 20 and later, using nothing that isn't in Node: it runs before the install.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const NODE_MAJOR = 24
const IS_WINDOWS = process.platform === 'win32'
/** No install scripts: a compromised package would run as the user who starts Flockwork. */
const INSTALL_FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** An error that the user can understand and act on; printed without a stack trace. */
export class Stop extends Error {
  name = 'Stop'
}

/** @param {string} text one short line of progress */
export function say(text) {
  process.stdout.write(`${text}\n`)
}

/**
 * Installs the packages of `package-lock.json` unless they are installed. Quiet unless it fails.
 *
 * @param {'run' | 'develop'} purpose `run`: building the web app and running the server; `develop`: the tools that
 *   check, test and measure, too. Tools that are there stay.
 * @throws {Stop} when npm fails.
 */
export async function ensureDependencies(purpose) {
  const lock = readLock('package-lock.json')
  const installed = readLock('node_modules/.package-lock.json') ?? {}
  if (lock && isInstalled(lock, installed, purpose)) return
  say('Installing dependencies …')
  const hasTools = Object.keys(installed).some((place) => lock?.[place]?.dev)
  const flags = [...INSTALL_FLAGS, ...(purpose === 'run' && !hasTools ? ['--omit=dev'] : [])]
  const { code, output } = await capture(...npm([lock ? 'ci' : 'install', ...flags]))
  if (code !== 0)
    throw new Stop(`${output.trim()}\nInstalling the dependencies failed (npm ended with ${code}).`)
}

/** @param {string} file */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * @typedef {{version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean, link?:
 * boolean}} Locked
 */

/**
 * Compares the lock file with npm's own record of what it installed, so an install by hand counts too.
 *
 * @param {Record<string, Locked>} lock
 * @param {Record<string, Locked>} installed
 * @param {'run' | 'develop'} purpose
 */
function isInstalled(lock, installed, purpose) {
  return Object.entries(lock).every(([place, wanted]) => {
    if (!place.includes('node_modules/')) return true
    if (wanted.dev && purpose === 'run') return true
    const found = installed[place]
    if (!found) return Boolean(wanted.optional || wanted.devOptional || wanted.peer)
    return found.version === wanted.version && existsSync(path.join(ROOT, place))
  })
}

/**
 * The command that runs npm. Never with the Node of `node_modules`: the install replaces that one.
 *
 * @param {string[]} args
 * @returns {[string, string[], import('node:child_process').SpawnOptions]}
 */
function npm(args) {
  const ours = path.join(ROOT, 'node_modules')
  const outside = [process.env.npm_node_execpath, process.execPath].find(
    (node) => node && !node.startsWith(ours),
  )
  const PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(ours))
    .join(path.delimiter)
  const env = { ...process.env, PATH, NODE_ENV: 'development' }
  const script = process.env.npm_execpath
  if (outside && script?.endsWith('npm-cli.js')) return [outside, [script, ...args], { env }]
  return [IS_WINDOWS ? 'npm.cmd' : 'npm', args, { env, shell: IS_WINDOWS }]
}

/**
 * A Node that runs `.ts` files as they are: the one installed with the packages, else the running one.
 *
 * @returns {string} the path of the executable
 * @throws {Stop} when neither is new enough.
 */
export function modernNode() {
  const bundled = bundledNode()
  if (bundled && majorOf(bundled) >= NODE_MAJOR) return bundled
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath
  throw new Stop(
    `Flockwork needs Node ${NODE_MAJOR} or later. None is packaged for ${process.platform}-${process.arch} and this is ${process.version}: please install Node ${NODE_MAJOR} and run the command again.`,
  )
}

function bundledNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  for (const name of Object.keys(optionalDependencies)) {
    const folder = path.join(ROOT, 'node_modules', name)
    const manifest = path.join(folder, 'package.json')
    if (!name.startsWith('node-') || !existsSync(manifest)) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    const file = typeof bin === 'string' ? bin : bin?.node
    if (file && existsSync(path.join(folder, file))) return path.join(folder, file)
  }
  return undefined
}

/** @param {string} node @returns {number} 0 when it can't run on this machine, as on Alpine */
function majorOf(node) {
  if (node === process.execPath) return Number.parseInt(process.versions.node, 10)
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return Number.parseInt(stdout?.replace(/^v/, '') || '0', 10)
}

/** Compiled code and TypeScript without its types, which Node writes and reads; a third of a start without it. */
const COMPILE_CACHE = path.join(ROOT, 'node_modules', '.cache', 'node-compile')

/**
 * The environment in which `node` is what every child finds first.
 *
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(node) {
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...process.env,
    PATH: [path.dirname(node), process.env.PATH ?? ''].join(path.delimiter),
  }
}

/**
 * The script behind a package's command, to be run with a Node of our choice.
 *
 * @param {string} from a folder of this repository that depends on the package
 * @param {string} name the package
 * @param {string} [command] its command, when it isn't called as the package
 */
export function commandOf(from, name, command = name) {
  const require = createRequire(path.join(ROOT, from, 'package.json'))
  for (const place of require.resolve.paths(name) ?? []) {
    const manifest = path.join(place, name, 'package.json')
    if (!existsSync(manifest)) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return path.join(place, name, typeof bin === 'string' ? bin : bin[command])
  }
  throw new Stop(`${name} is not installed`)
}

/**
 * Runs a command to its end and keeps what it printed.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * Runs a command in our place: it shares our output, gets our signals, and we exit with it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 128 + the signal's number when a signal ended it, as in a shell
 */
export function become(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    }
    const signals = /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    for (const signal of signals) process.on(signal, forward)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGKILL' ? 9 : 15))
    })
  })
}

/**
 * Runs a command's main function: its number is the exit code, a `Stop` is one clear line.
 *
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/**
 * Installs when needed, then runs one of our TypeScript programs with the right Node.
 *
 * @param {string} program a path from the root
 * @param {string[]} args
 * @param {'run' | 'develop'} [purpose] what the program needs, as for `ensureDependencies`
 */
export async function runProgram(program, args, purpose = 'develop') {
  await ensureDependencies(purpose)
  const node = modernNode()
  return become(node, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: environmentOf(node),
  })
}
