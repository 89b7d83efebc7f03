import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { run } from './child-process.ts'
import type { Command } from './child-process.ts'

/**
 * The user that PostgreSQL runs as, since it refuses to run as root. `self`: the server's user. `user`: another,
 * unprivileged user of this machine. `namespace`: root outside and an unprivileged user inside a user namespace; its
 * files belong to root.
 */
export type Identity =
  | { kind: 'self' }
  | { kind: 'user'; account: Account }
  | { kind: 'namespace'; account: Account; unshare: string }

interface Account {
  name: string
  uid: number
  gid: number
}

interface Deps {
  binaries: Binaries
  /** The folder that the user must be able to enter. */
  dataDir: string
  /** The database's folder within it, which may not exist yet. */
  folder: string
  unshare?: string
}

/** A command made to run as `identity`. */
export function commandAs(identity: Identity, file: string, args: string[]): Command {
  if (identity.kind === 'self') return { file, args }
  const { uid, gid } = identity.account
  if (identity.kind === 'user') return { file, args, uid, gid }
  return {
    file: identity.unshare,
    args: ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', file, ...args],
  }
}

/** The owner of the files that PostgreSQL creates as `identity`; undefined: the user who runs the server. */
export function ownerOf(identity: Identity): { uid: number; gid: number } | undefined {
  if (identity.kind === 'user') return { uid: identity.account.uid, gid: identity.account.gid }
  return identity.kind === 'namespace' ? { uid: 0, gid: 0 } : undefined
}

/**
 * Chooses the user that PostgreSQL runs as, by trying. Under root: the user who owns the data, the accounts `postgres`
 * and `nobody`, then a user namespace; data of root stays root's where possible.
 * @throws StartupError with the remedies when none of them can run the programs and reach the data.
 */
export async function chooseIdentity(deps: Deps): Promise<Identity> {
  if (process.getuid?.() !== 0) return { kind: 'self' }

  for (const identity of await candidates(deps)) {
    if (await canRun(identity, deps)) return identity
  }
  throw new StartupError(
    'PostgreSQL does not run as root, and no plain user can run its programs and reach ' +
      `${deps.dataDir}. Start Flockwork as a plain user, or make this folder and DATA_DIR reachable for one ` +
      '(chmod o+x on the folders above them) or allow user namespaces (unshare --user --map-user), ' +
      'or set DATABASE_URL.',
  )
}

/**
 * Makes `identity` the owner of the database's folder when another user is, as after a copy made by root. Only root can,
 * and only while no PostgreSQL runs on it.
 */
export async function takeOwnership(folder: string, identity: Identity): Promise<void> {
  const owner = ownerOf(identity)
  const facts = await stat(folder).catch(() => undefined)
  if (owner === undefined || facts === undefined || facts.uid === owner.uid) return

  const entries = await readdir(folder, { recursive: true })
  for (const entry of ['.', ...entries]) await lchown(join(folder, entry), owner.uid, owner.gid)
}

async function candidates(deps: Deps): Promise<Identity[]> {
  const accounts = await readAccounts()
  const owned = await stat(deps.folder).catch(() => undefined)
  const parent = await stat(deps.dataDir)

  // A user without a name can run an existing cluster; only creating one takes the name.
  const ownerAccount = owned && { name: `number ${owned.uid}`, uid: owned.uid, gid: owned.gid }
  const users = [
    accounts.find((account) => account.uid === owned?.uid) ?? ownerAccount,
    accounts.find((account) => account.uid === parent.uid),
    accounts.find((account) => account.name === 'postgres'),
    accounts.find((account) => account.name === 'nobody'),
  ].filter((account): account is Account => account !== undefined && account.uid !== 0)

  const asUsers: Identity[] = users.map((account) => ({ kind: 'user', account }))
  const inside = accounts.find((account) => account.uid !== 0)
  const asRoot: Identity[] =
    inside === undefined || process.platform !== 'linux'
      ? []
      : [{ kind: 'namespace', account: inside, unshare: deps.unshare ?? 'unshare' }]
  return owned?.uid === 0 ? [...asRoot, ...asUsers] : [...asUsers, ...asRoot]
}

async function canRun(identity: Identity, deps: Deps): Promise<boolean> {
  const enterAndRun = 'cd -- "$1" && exec "$2" --version'
  const args = ['-c', enterAndRun, 'sh', deps.dataDir, deps.binaries.postgres]
  const answer = await run(commandAs(identity, '/bin/sh', args))
  return answer.code === 0 && answer.stdout.includes('PostgreSQL')
}

async function readAccounts(): Promise<Account[]> {
  const table = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return table.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    if (name === undefined || uid === undefined || gid === undefined || line.startsWith('#')) return []
    // macOS writes the highest numbers as negative ones.
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }]
  })
}
