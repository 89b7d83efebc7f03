/**
 * Installs the agent programs, once for each lock file, into the user's cache: they are large, and not part of the
 * project. No script of a package runs.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folders with the programs, as a PATH. */
    clientsPath: string
  }
}

const PACKAGES = join(import.meta.dirname, 'packages')
const FILES = ['package.json', 'package-lock.json']
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

export async function setup(project: TestProject): Promise<void> {
  const folder = await ensureClients()
  project.provide('clientsPath', [join(folder, 'bin'), join(folder, 'node_modules', '.bin')].join(':'))
}

async function ensureClients(): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'flockwork')
  const lock = await readFile(join(PACKAGES, 'package-lock.json'))
  const folder = join(cache, `clients-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder

  await mkdir(cache, { recursive: true })
  const started = await mkdtemp(`${folder}-`)
  try {
    for (const file of FILES) await copyFile(join(PACKAGES, file), join(started, file))
    await promisify(execFile)('npm', INSTALL, { cwd: started })
    await linkClaude(started)
    // only a complete installation has this name
    await rename(started, folder)
  } finally {
    await rm(started, { recursive: true, force: true })
  }
  return folder
}

/** Replaces the stub, as the package's install script would. */
async function linkClaude(folder: string): Promise<void> {
  const scope = join(folder, 'node_modules', '@anthropic-ai')
  const [platform] = (await readdir(scope)).filter((name) => name.startsWith('claude-code-'))
  if (platform === undefined) throw new Error('Claude Code has no program for this platform')
  await mkdir(join(folder, 'bin'))
  await symlink(
    join('..', 'node_modules', '@anthropic-ai', platform, 'claude'),
    join(folder, 'bin', 'claude'),
  )
}
