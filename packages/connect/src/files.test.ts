import { mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, readForWriting, removeFolders, replaceFile, restore } from './files.ts'

const newFolder = () => mkdtempDisposable(path.join(tmpdir(), 'flockwork-files-'))

test('a file is replaced atomically, readable only by its owner, and leaves no temporary file', async () => {
  await using folder = await newFolder()
  const file = path.join(folder.path, 'config.json')
  await writeFile(file, 'old', { mode: 0o644 })

  const read = await readForWriting(file, false)
  expect(read).toEqual({ at: file, text: 'old', mode: 0o644 })
  await replaceFile(read, 'new', 0o600)

  expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual(['new', 0o600])
  expect(await readdir(folder.path)).toEqual(['config.json'])
})

test('a change by another program is not overwritten', async () => {
  await using folder = await newFolder()
  const file = path.join(folder.path, 'config.json')
  const missing = await readForWriting(file, false)
  await writeFile(file, 'theirs')
  await expect(replaceFile(missing, 'ours', 0o600)).rejects.toThrow('another program has changed it just now')
  expect(await readFile(file, 'utf8')).toBe('theirs')
})

test('a file is restored from its backup, and left alone if the backup is missing', async () => {
  await using folder = await newFolder()
  const [file, backup] = [path.join(folder.path, 'config.json'), path.join(folder.path, 'backup')]
  await writeFile(file, 'new')
  expect([await restore(backup, file, 0o644), await readFile(file, 'utf8')]).toEqual([false, 'new'])
  await writeFile(backup, 'old', { mode: 0o600 })
  expect([await restore(backup, file, 0o644), await readFile(file, 'utf8')]).toEqual([true, 'old'])
})

test.for([
  ['a folder', async (file: string): Promise<void> => void (await makeFolder(file)), 'it is no file'],
  ['no text', (file: string): Promise<void> => writeFile(file, Buffer.from([0x7b, 0xff])), 'it is no text'],
] as const)('%s is refused', async ([, make, reason]) => {
  await using folder = await newFolder()
  const file = path.join(folder.path, 'config.json')
  await make(file)
  await expect(readForWriting(file, false)).rejects.toThrow(reason)
})

test('created folders are removed again, unless they have content', async () => {
  await using folder = await newFolder()
  const inner = path.join(folder.path, 'a', 'b', 'c')
  const top = await makeFolder(inner)
  expect([top, await makeFolder(inner)]).toEqual([path.join(folder.path, 'a'), null])
  await writeFile(path.join(folder.path, 'a', 'kept'), '')
  await removeFolders(inner, top ?? '')
  expect(await readdir(path.join(folder.path, 'a'))).toEqual(['kept'])
})
