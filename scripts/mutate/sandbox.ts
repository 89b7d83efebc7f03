/** A copy of the working tree in which files may be broken; the tree itself is never changed. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../checks/step.ts'

/** The workspaces' packages: links into the tree, which must point into the copy instead. */
const OWN_PACKAGES = '@flockwork'

export interface Sandbox extends Disposable {
  readonly root: string
  read(file: string): string
  write(file: string, text: string): void
}

export function createSandbox(): Sandbox {
  const root = mkdtempSync(path.join(tmpdir(), 'flockwork-mutate-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  // the list includes files that were deleted without a commit
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)))
  for (const file of files) cpSync(path.join(ROOT, file), path.join(root, file))
  linkModules(root)
  return {
    root,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, text) => writeFileSync(path.join(root, file), text),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

function linkModules(root: string): void {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(root, 'node_modules')]
  mkdirSync(path.join(to, OWN_PACKAGES), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== OWN_PACKAGES && name !== '.vite') symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(from, OWN_PACKAGES))) {
    const place = path.join(OWN_PACKAGES, name)
    symlinkSync(readlinkSync(path.join(from, place)), path.join(to, place))
  }
}
