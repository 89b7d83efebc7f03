/** The listener as users get it: packed, and installed from the tarball into an empty folder. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

export interface Installed extends AsyncDisposable {
  /** An empty folder with the package installed. */
  readonly folder: string
  /** The file that the command runs. */
  readonly command: string
  /** The tarball's contents. */
  readonly files: readonly string[]
}

const PACKAGE = path.join(import.meta.dirname, '../../packages/listen')
const run = promisify(execFile)

export async function installPacked(): Promise<Installed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-listen-'))
  const packed = await npm(PACKAGE, [
    'pack',
    '--ignore-scripts=false',
    '--json',
    '--pack-destination',
    folder,
  ])
  const [tarball] = JSON.parse(packed.slice(packed.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ]
  const place = path.join(folder, 'app')
  await mkdir(place)
  await writeFile(path.join(place, 'package.json'), '{"name":"app","private":true,"type":"module"}\n')
  const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  await npm(place, ['install', ...quiet, path.join('..', tarball.filename)])
  return {
    folder: place,
    command: path.join(place, 'node_modules/flockwork-listen/dist/cli.js'),
    files: tarball.files.map((file) => file.path),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, maxRetries: 5 }),
  }
}

async function npm(cwd: string, args: readonly string[]): Promise<string> {
  // npm's own variables would make it work in the folder that the tests were started in
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!execpath)/i.test(name)),
  )
  const script = process.env['npm_execpath']
  const options = { cwd, env, maxBuffer: 16 * 1024 * 1024 }
  const { stdout } = script?.endsWith('npm-cli.js')
    ? await run(process.execPath, [script, ...args], options)
    : await run('npm', [...args], { ...options, shell: process.platform === 'win32' })
  return stdout
}
