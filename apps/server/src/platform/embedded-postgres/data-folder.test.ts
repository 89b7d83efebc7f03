import { mkdir, readdir, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { openEndpoint } from './endpoint.ts'
import { disposable, isRoot, temporaryFolder } from './fixtures.ts'
import { startDatabase } from './index.ts'

const SLOW = { timeout: 90_000 }
const log = () => undefined

test('data of another major version is refused with the remedy', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'pg'))
  await writeFile(join(folder.path, 'pg', 'PG_VERSION'), '17\n')

  const start = startDatabase({ dataDir: folder.path, log })

  await expect(start).rejects.toBeInstanceOf(StartupError)
  await expect(start).rejects.toThrow(/made by PostgreSQL 17.*runs PostgreSQL 18.*DATABASE_URL/)
})

test('a folder that holds something else is refused and left alone', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'pg'))
  await writeFile(join(folder.path, 'pg', 'notes.txt'), 'mine')
  await expect(startDatabase({ dataDir: folder.path, log })).rejects.toThrow(/something else/)
  expect(await readdir(join(folder.path, 'pg'))).toEqual(['notes.txt'])
})

test('a DATA_DIR that cannot be made is one clear line', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), '')
  const start = startDatabase({ dataDir: join(folder.path, 'file', 'data'), log })
  await expect(start).rejects.toBeInstanceOf(StartupError)
  await expect(start).rejects.toThrow(/^DATA_DIR \S+ can't be written: a part of the path is a file\.$/)
})

test.runIf(!isRoot)('a DATA_DIR without the right to write is one clear line', async () => {
  await using folder = await temporaryFolder(0o500)
  await expect(startDatabase({ dataDir: folder.path, log })).rejects.toThrow(
    /can't be written: permission denied\.$/,
  )
})

test('what an interrupted first start left is cleaned up', SLOW, async () => {
  await using folder = await temporaryFolder()
  // No process id is this high.
  await mkdir(join(folder.path, 'pg.new.99999999', 'base'), { recursive: true })
  await mkdir(join(folder.path, 'pg'))

  await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
  expect(db.database.pid).toBeGreaterThan(0)
  expect(await readdir(folder.path)).toEqual(['pg'])
})

test("a folder of another user's under our socket folder's name is not used", async () => {
  await using folder = await temporaryFolder()
  const identity = { kind: 'self' } as const
  const first = await openEndpoint('socket', folder.path, identity)
  const again = await openEndpoint('socket', folder.path, identity)
  expect(again.host).toBe(first.host)

  await rmdir(first.host)
  await symlink(tmpdir(), first.host)
  const beside = await openEndpoint('socket', folder.path, identity)
  expect(beside.host).not.toBe(first.host)
  await unlink(first.host)
  await rmdir(beside.host)
})
