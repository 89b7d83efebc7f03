import { spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { throwawayFolder } from './throwaway-folder.ts'

test('what a killed run left is removed by the next, and what a running one uses stays', async () => {
  const own = await throwawayFolder()
  const { pid } = spawnSync(process.execPath, ['--version'])
  const left = join(dirname(own.path), `flockwork-test-${pid}-left`)
  await mkdir(join(left, 'pg'), { recursive: true })
  const parents = join(dirname(own.path), `flockwork-test-${process.ppid}-used`)
  await mkdir(parents)

  const next = await throwawayFolder()
  const there = [own.path, left, parents, next.path].map((path) => existsSync(path))

  await Promise.all([own.remove(), next.remove(), rm(parents, { recursive: true })])
  expect(there).toEqual([true, false, true, true])
  expect(existsSync(own.path)).toBe(false)
})
