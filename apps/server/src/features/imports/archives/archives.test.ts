import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { tarOf, zipOf } from '../../../../test/exports.ts'
import { ARCHIVE_BOUNDS } from './bounds.ts'
import { readTar } from './tar.ts'
import { openZip } from './zip.ts'

const folder = await mkdtemp(join(tmpdir(), 'archives-'))
afterAll(() => rm(folder, { recursive: true }))

let count = 0
async function fileOf(bytes: Buffer): Promise<string> {
  count += 1
  const path = join(folder, String(count))
  await writeFile(path, bytes)
  return path
}

const FILES = { 'a.json': '[1]', 'b/c.json': 'x'.repeat(3000) }
const SMALL = { ...ARCHIVE_BOUNDS, entries: 2, fileBytes: 3000, totalBytes: 5000 }

async function tarFiles(bytes: Buffer, bounds = ARCHIVE_BOUNDS): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const onFile = async (name: string, content: Buffer) => {
    found[name] = content.toString()
  }
  await readTar(await fileOf(bytes), { wants: () => true, onFile }, bounds)
  return found
}

async function zipFiles(bytes: Buffer, bounds = ARCHIVE_BOUNDS): Promise<Record<string, string>> {
  const zip = await openZip(await fileOf(bytes), bounds)
  const found: Record<string, string> = {}
  for (const name of zip.files.keys()) found[name] = (await zip.read(name)).toString()
  zip.close()
  return found
}

test('files are read by their names', async () => {
  expect(await zipFiles(await zipOf(FILES))).toEqual(FILES)
  expect(await tarFiles(tarOf(FILES))).toEqual(FILES)
  expect(await tarFiles(gzipSync(tarOf(FILES)))).toEqual(FILES)
})

test('unwanted files are skipped, however large', async () => {
  const names: string[] = []
  const onFile = async (name: string) => void names.push(name)
  await readTar(
    await fileOf(tarOf({ huge: 'x'.repeat(3500), ...FILES })),
    { wants: (name) => name === 'a.json', onFile },
    { ...SMALL, entries: 9, totalBytes: 20_000 },
  )
  expect(names).toEqual(['a.json'])
})

test.for([
  ['too many files', { ...FILES, d: '' }, { ...SMALL, totalBytes: 9999 }, /too many files/],
  [
    'a file that is too large',
    { a: 'x'.repeat(3001) },
    { ...SMALL, totalBytes: 9000 },
    /a in this file is too large/,
  ],
  ['too much in all', { a: 'x'.repeat(2900), b: 'x'.repeat(2900) }, SMALL, /unpacks to far more/],
  [
    'a bomb',
    { a: 'x'.repeat(3000) },
    { ...SMALL, totalBytes: 99_999, freeBytes: 100, ratio: 2 },
    /unpacks to far more/,
  ],
] as const)('refused: %s', async ([, files, bounds, why]) => {
  await expect(zipFiles(await zipOf(files), bounds)).rejects.toThrow(why)
  await expect(
    tarFiles(gzipSync(tarOf(files)), { ...bounds, totalBytes: bounds.totalBytes }),
  ).rejects.toThrow(why)
})

test('an error while a file is processed ends the reading', async () => {
  const path = await fileOf(tarOf(FILES))
  const onFile = async () => {
    throw new Error('stop here')
  }
  await expect(readTar(path, { wants: () => true, onFile })).rejects.toThrow('stop here')
})
