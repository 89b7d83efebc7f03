/**
 * `flockwork connect` and `flockwork-listen` for machines without this repository (docs/connect.md): packages that `npx`
 * installs from a URL, and the programs themselves. npm caches a package by its URL forever, so a package only fetches
 * the current program.
 */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { gzip } from 'node:zlib'
import { Header } from 'tar'
import { CONNECT_PACKAGE_PATH, LISTEN_PACKAGE_PATH } from '@flockwork/contract/clients/setups'
import { ownOrigin } from '../platform/address.ts'
import type { Api } from '../platform/mount.ts'
import { BadOrigin, NotFound } from '../platform/errors.ts'
import { VERSION } from '../version.ts'

interface Program {
  readonly packagePath: string
  readonly name: string
  /**
   * The built file. It exports a function of the arguments, the instance's URL and the parent process's id, which
   * resolves with the exit code.
   */
  readonly file: string
  readonly export: string
}

const built = (file: string) => fileURLToPath(new URL(`../../../../packages/${file}`, import.meta.url))

const CONNECT: Program = {
  packagePath: CONNECT_PACKAGE_PATH,
  name: 'flockwork-connect',
  file: built('connect/dist/flockwork-connect.mjs'),
  export: 'connect',
}
const LISTEN: Program = {
  packagePath: LISTEN_PACKAGE_PATH,
  name: 'flockwork-listen',
  file: built('listen/served/flockwork-listen.mjs'),
  export: 'listen',
}

const TAR_BLOCK_BYTES = 512

/** @param publicUrl the configured URL; null: the packages use that of the request. */
export function servedPackagesApi({ server }: Api, publicUrl: string | null): void {
  for (const program of [CONNECT, LISTEN]) {
    server.get(program.packagePath, async (request, reply) => {
      const origin = ownOrigin(request, publicUrl)
      if (origin === undefined) throw new BadOrigin()
      return reply.type('application/gzip').send(await packageOf(program, origin))
    })

    server.get(pathOf(program), async (_request, reply) => {
      const text = await readFile(program.file, 'utf8').catch(() => undefined)
      if (text === undefined) throw new NotFound(`This server was started without building ${program.name}`)
      return reply.type('text/javascript; charset=utf-8').send(text)
    })
  }
}

const pathOf = ({ name }: Program) => `/${name}.mjs`

async function packageOf(program: Program, origin: string): Promise<Buffer> {
  const { name } = program
  const manifest = {
    name,
    version: VERSION,
    type: 'module',
    bin: { [name]: 'run.js' },
    engines: { node: '>=20.19' },
  }
  const archive = Buffer.concat([
    ...fileOf('package/package.json', JSON.stringify(manifest, null, 2), 0o644),
    ...fileOf('package/run.js', loaderOf(program, origin), 0o755),
    Buffer.alloc(2 * TAR_BLOCK_BYTES),
  ])
  return promisify(gzip)(archive)
}

/** A file in a tar archive; always with the same time, so that the package's hash is reproducible. */
function fileOf(path: string, text: string, mode: number): Buffer[] {
  const content = Buffer.from(text)
  const header = Buffer.alloc(TAR_BLOCK_BYTES)
  new Header({ path, mode, size: content.length, type: 'File', mtime: new Date(0) }).encode(header)
  const padding = (TAR_BLOCK_BYTES - (content.length % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES
  return [header, content, Buffer.alloc(padding)]
}

function loaderOf(program: Program, origin: string): string {
  return `#!/usr/bin/env node
/** Runs the instance's current version of ${program.name}. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const INSTANCE = ${JSON.stringify(origin)}
const PARENT = process.ppid

/** A failure that may be over soon. */
class Unreachable extends Error {}
const EXIT_UNREACHABLE = 75

async function fetched() {
  let answer
  try {
    answer = await fetch(INSTANCE + '${pathOf(program)}', { redirect: 'error', signal: AbortSignal.timeout(30_000) })
    if (answer.ok) return await answer.text()
  } catch (error) {
    throw new Unreachable(INSTANCE + " can't be reached: " + (error.cause?.code ?? error.message))
  }
  const problem = INSTANCE + ' has no ${program.name}: it answers ' + answer.status
  throw answer.status === 429 || answer.status >= 500 ? new Unreachable(problem) : new Error(problem)
}

async function load(text) {
  const folder = await mkdtemp(path.join(tmpdir(), '${program.name}-'))
  try {
    const file = path.join(folder, 'program.mjs')
    await writeFile(file, text, { mode: 0o600 })
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  const program = await load(await fetched())
  process.exitCode = await program.${program.export}(process.argv.slice(2), INSTANCE, PARENT)
} catch (error) {
  process.stderr.write(error.message + '\\n')
  process.exitCode = error instanceof Unreachable ? EXIT_UNREACHABLE : 1
}
`
}
