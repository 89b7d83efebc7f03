import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { findPackage, majorVersion, prepareBinaries } from './binaries.ts'
import { temporaryFolder } from './fixtures.ts'

test.for([
  ['linux', 'riscv64', 'there is no package for this processor'],
  ['freebsd', 'x64', 'there is no package for this system'],
  [process.platform === 'darwin' ? 'linux' : 'darwin', 'arm64', 'another system’s package is not installed'],
] as const)('on %s-%s the error shows how to set DATABASE_URL because %s', ([platform, arch]) => {
  expect(() => findPackage(platform, arch)).toThrow(StartupError)
  expect(() => findPackage(platform, arch)).toThrow(/DATABASE_URL=postgres:\/\//)
})

test('the programs of this machine run and say their version', async () => {
  expect(await majorVersion(await prepareBinaries(findPackage()))).toBe('18')
})

test('missing links between libraries are made, as after an installation without scripts', async () => {
  await using folder = await temporaryFolder()
  const lib = join(folder.path, 'native', 'lib')
  await mkdir(lib, { recursive: true })
  await writeFile(join(lib, 'libbird.so.6.18'), 'wings')
  const links = [{ source: 'native/lib/libbird.so.6.18', target: 'native/lib/libbird.so.6' }]
  await writeFile(join(folder.path, 'native', 'pg-symlinks.json'), JSON.stringify(links))

  await prepareBinaries(folder.path)
  await prepareBinaries(folder.path)

  expect((await lstat(join(lib, 'libbird.so.6'))).isSymbolicLink()).toBe(true)
  expect(await readFile(join(lib, 'libbird.so.6'), 'utf8')).toBe('wings')
})

test.runIf(process.platform !== 'win32')(
  'programs made for another C library are refused with a way out',
  async () => {
    await using folder = await temporaryFolder()
    const bin = join(folder.path, 'native', 'bin')
    await mkdir(bin, { recursive: true })
    await writeFile(join(bin, 'postgres'), '#!/no/such/loader\n', { mode: 0o755 })
    const binaries = await prepareBinaries(folder.path)
    await expect(majorVersion(binaries)).rejects.toThrow(
      /can't run on this machine.*DATABASE_URL=postgres:\/\//,
    )
  },
)

test.runIf(process.platform !== 'win32')('the missing right to execute is restored', async () => {
  await using folder = await temporaryFolder()
  const bin = join(folder.path, 'native', 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 18.4"\n', { mode: 0o644 })
  expect(await majorVersion(await prepareBinaries(folder.path))).toBe('18')
})
