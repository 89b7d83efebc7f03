import { cp, mkdir, rename, stat, chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPackage, prepareBinaries } from './binaries.ts'
import { query, disposable, isRoot, temporaryFolder } from './fixtures.ts'
import { chooseIdentity } from './identity.ts'
import { startDatabase } from './index.ts'

const SLOW = { timeout: 90_000 }
const log = () => undefined
const ownerOf = async (dataDir: string) => (await stat(join(dataDir, 'pg'))).uid

test.runIf(isRoot)(
  'root runs PostgreSQL as a plain user where that user can reach the data',
  SLOW,
  async () => {
    await using folder = await temporaryFolder(0o755)
    await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
    expect(await ownerOf(folder.path)).not.toBe(0)
    expect(await query(db.database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(isRoot)(
  'root runs PostgreSQL in a user namespace where the data lies under a closed folder',
  SLOW,
  async () => {
    await using folder = await temporaryFolder(0o700)
    await using db = disposable(await startDatabase({ dataDir: join(folder.path, 'data'), log }))
    expect(await ownerOf(join(folder.path, 'data'))).toBe(0)
    expect(await query(db.database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(isRoot)(
  'root runs PostgreSQL in a user namespace where the programs lie under a closed folder',
  SLOW,
  async () => {
    await using closed = await temporaryFolder(0o700)
    await using open = await temporaryFolder(0o755)
    const packageFolder = join(closed.path, 'package')
    await cp(findPackage(), packageFolder, { recursive: true, verbatimSymlinks: true })

    await using db = disposable(await startDatabase({ dataDir: open.path, log, packageFolder }))
    expect(await ownerOf(open.path)).toBe(0)
    expect(await query(db.database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(isRoot)('data that moves under a closed folder changes its owner and survives', SLOW, async () => {
  await using folder = await temporaryFolder(0o755)
  const before = join(folder.path, 'before')
  const first = await startDatabase({ dataDir: before, log })
  await query(first.url, 'create table kept as select 1 as one')
  await first.stop()
  expect(await ownerOf(before)).not.toBe(0)

  const closed = join(folder.path, 'closed')
  await mkdir(closed, { mode: 0o700 })
  await rename(before, join(closed, 'after'))
  const second = await startDatabase({ dataDir: join(closed, 'after'), log })
  expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }])
  await second.stop()

  // Opened again, the data stays root's, as the namespace still does.
  await chmod(closed, 0o755)
  await using db = disposable(await startDatabase({ dataDir: join(closed, 'after'), log }))
  expect(await query(db.database.url, 'select one from kept')).toEqual([{ one: 1 }])
})

test.runIf(isRoot)('where nothing works the error names the remedies', async () => {
  await using folder = await temporaryFolder(0o700)
  const binaries = await prepareBinaries(findPackage())
  const choice = chooseIdentity({
    binaries,
    dataDir: folder.path,
    folder: join(folder.path, 'pg'),
    unshare: '/none',
  })
  await expect(choice).rejects.toThrow(/as a plain user.*chmod o\+x.*unshare.*DATABASE_URL/)
})

test.runIf(!isRoot)('a plain user runs PostgreSQL as itself', async () => {
  await using folder = await temporaryFolder()
  const binaries = await prepareBinaries(findPackage())
  const choice = chooseIdentity({ binaries, dataDir: folder.path, folder: join(folder.path, 'pg') })
  await expect(choice).resolves.toEqual({ kind: 'self' })
})
