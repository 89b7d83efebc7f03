/** Exports and imports records of spaces, on the instance's database. */
import { isId } from '@flockwork/contract/common'
import { publicUrl } from '../config.ts'
import { syncAgentMemberships } from '../features/agents/index.ts'
import { loadRecordKey } from '../features/auth/index.ts'
import { ensureGuide } from '../features/guide/index.ts'
import { admitAdmin, fingerprintOf, importRecord, produceRecord } from '../features/records/index.ts'
import { createEncryption } from '../platform/encryption.ts'
import { readInstanceUrl } from '../platform/instance-url.ts'
import { StartupError } from '../platform/startup-error.ts'
import { VERSION } from '../version.ts'
import { readChunks, writeAtomically } from './record-files.ts'
import type { CommandDeps } from './with-database.ts'

/** @throws StartupError when there is no such space, or the file exists already. */
export async function exportSpace(deps: CommandDeps, name: string, file: string): Promise<string> {
  const { config, db, clock } = deps
  const space = await findSpace(deps, name)
  const guide = await ensureGuide({ db, clock })
  const address = config.publicUrl ?? (await readInstanceUrl(db)) ?? publicUrl(config, config.port)
  const key = await keyOf(deps)
  await writeAtomically(file, (write) =>
    produceRecord(
      { db, clock, key, guideId: guide.accountId, address: () => address, version: VERSION },
      { spaceId: space.id, by: null },
      write,
    ),
  )
  return `${file} is the record of ${space.name}, signed with key ${fingerprintOf(key.publicKey)}.`
}

async function findSpace({ db }: CommandDeps, name: string) {
  const space = await db
    .selectFrom('spaces')
    .select(['id', 'name'])
    .where(isId(name) ? 'id' : 'slug', '=', name.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (space === undefined) throw new StartupError(`There is no space ${name}.`)
  return space
}

/** @throws StartupError, BrokenRecord */
export async function importSpace(
  deps: CommandDeps,
  file: string,
  admin: string | undefined,
  print: (line: string) => void,
): Promise<string> {
  const { verified, name, slug } = await importRecord(await importDeps(deps), {
    chunks: readChunks(file),
    admin,
    onProgress: (records) => print(`${records} records …`),
  })
  const { messages, accounts } = verified.counts
  const { key, from } = verified.header.exported
  return [
    `${name} is here as ${slug}: ${messages} messages of ${accounts} people and agents.`,
    `Its record was written at ${from} and signed with key ${fingerprintOf(key)}.`,
    admin === undefined
      ? `Nobody here is in it yet: flockwork space admit ${slug} NAME.`
      : `${admin} is an admin of it.`,
  ].join('\n')
}

/** @throws StartupError, ImportRefused */
export async function admitToSpace(deps: CommandDeps, name: string, admin: string): Promise<string> {
  const space = await findSpace(deps, name)
  await admitAdmin(await importDeps(deps), { spaceId: space.id, admin })
  return `${admin} is an admin of ${space.name}.`
}

async function importDeps({ db, clock }: CommandDeps): Promise<Parameters<typeof admitAdmin>[0]> {
  const guide = await ensureGuide({ db, clock })
  return {
    db,
    clock,
    guideId: guide.accountId,
    syncAgentMemberships: (tx, owners) => syncAgentMemberships(tx, owners, new Date(clock.now())),
  }
}

export async function showKey(deps: CommandDeps): Promise<string> {
  const { publicKey } = await keyOf(deps)
  return `${fingerprintOf(publicKey)}\n${publicKey}`
}

function keyOf({ config, db }: CommandDeps) {
  return loadRecordKey(db, createEncryption(config.secretKey))
}
