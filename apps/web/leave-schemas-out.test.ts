import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteSpec } from '@flockwork/contract/route'
import { expect, onTestFinished, test } from 'vitest'
import { leaveSchemasOut } from './leave-schemas-out.ts'

const CONTRACT = path.resolve(import.meta.dirname, '../../packages/contract/src')
const STAND_IN = 'virtual:schemas-left-out'

interface Hooks {
  load: (id: string) => string | undefined
  transform: (code: string, id: string) => { code: string } | undefined
}

test('without its schemas a route still has all that a call needs, and nothing else', async () => {
  // the hooks that the plugin has
  const plugin = leaveSchemasOut() as unknown as Hooks
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = (await readdir(CONTRACT, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const standIn = path.join(folder, 'stand-in.ts')
  await writeFile(standIn, plugin.load(`\0${STAND_IN}`) ?? '')
  await Promise.all(
    files.map(async (file) => {
      const source = path.join(CONTRACT, file)
      const code = await readFile(source, 'utf8')
      const left = plugin.transform(code, source)?.code ?? code
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await writeFile(path.join(folder, file), left.replaceAll(STAND_IN, standIn))
    }),
  )

  const called = await Promise.all(files.map((file) => routesIn(path.join(CONTRACT, file))))
  const left = await Promise.all(files.map((file) => routesIn(path.join(folder, file))))
  const all = called.flat()
  expect(all.length).toBeGreaterThan(80)
  expect(left.flat().map(({ method, path, access }) => [method, path, access])).toEqual(
    all.map(({ method, path, access }) => [method, path, access]),
  )
  for (const route of left.flat()) {
    expect(route).not.toHaveProperty('answer')
    expect(route).not.toHaveProperty('query')
    expect(route).not.toHaveProperty('body')
  }
}, 30_000)

async function routesIn(file: string): Promise<RouteSpec[]> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  return Object.entries(module)
    .filter(([name]) => name.endsWith('Routes'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, routes]) => Object.values(routes as Record<string, RouteSpec>))
}
