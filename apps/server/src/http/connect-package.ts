/**
 * `flockwork connect` for machines without this repository (docs/connect.md): a package that `npx` installs from a URL,
 * and the program itself. npm caches a package by its URL forever, so the package only fetches the current program.
 */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { gzip } from 'node:zlib'
import { Header } from 'tar'
import { CONNECT_PACKAGE_PATH } from '@flockwork/contract/clients/setups'
import { ownOrigin } from '../platform/address.ts'
import type { Api } from '../platform/mount.ts'
import { BadOrigin, NotFound } from '../platform/errors.ts'
import { VERSION } from '../version.ts'

const PROGRAM = fileURLToPath(
  new URL('../../../../packages/connect/dist/flockwork-connect.mjs', import.meta.url),
)
const PROGRAM_PATH = '/flockwork-connect.mjs'
const TAR_BLOCK_BYTES = 512

/** @param publicUrl the configured URL; null: the package uses that of the request. */
export function connectPackageApi({ server }: Api, publicUrl: string | null, program = PROGRAM): void {
  server.get(CONNECT_PACKAGE_PATH, async (request, reply) => {
    const origin = ownOrigin(request, publicUrl)
    if (origin === undefined) throw new BadOrigin()
    return reply.type('application/gzip').send(await packageOf(origin))
  })

  server.get(PROGRAM_PATH, async (_request, reply) => {
    const text = await readFile(program, 'utf8').catch(() => undefined)
    if (text === undefined) throw new NotFound('This server was started without building flockwork connect')
    return reply.type('text/javascript; charset=utf-8').send(text)
  })
}

async function packageOf(origin: string): Promise<Buffer> {
  const manifest = {
    name: 'flockwork-connect',
    version: VERSION,
    type: 'module',
    bin: { 'flockwork-connect': 'connect.js' },
    engines: { node: '>=20.19' },
  }
  const archive = Buffer.concat([
    ...fileOf('package/package.json', JSON.stringify(manifest, null, 2), 0o644),
    ...fileOf('package/connect.js', loaderOf(origin), 0o755),
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

function loaderOf(origin: string): string {
  return `#!/usr/bin/env node
/** Runs the instance's current version of "flockwork connect". */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const INSTANCE = ${JSON.stringify(origin)}

async function fetched() {
  let answer
  try {
    answer = await fetch(INSTANCE + '${PROGRAM_PATH}', { redirect: 'error', signal: AbortSignal.timeout(30_000) })
  } catch (error) {
    throw new Error(INSTANCE + " can't be reached: " + (error.cause?.code ?? error.message))
  }
  if (!answer.ok) throw new Error(INSTANCE + ' has no flockwork connect: it answers ' + answer.status)
  return answer.text()
}

async function load(text) {
  const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-connect-'))
  try {
    const file = path.join(folder, 'connect.mjs')
    await writeFile(file, text, { mode: 0o600 })
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  const { connect } = await load(await fetched())
  process.exitCode = await connect(process.argv.slice(2), INSTANCE)
} catch (error) {
  process.stderr.write(error.message + '\\n')
  process.exitCode = 1
}
`
}
