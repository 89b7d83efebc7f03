import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

interface Locked {
  optionalDependencies?: Record<string, string>
}

const lockFile = path.join(import.meta.dirname, '..', 'package-lock.json')

/** Where npm would look for `name` from the package at `place`, nearest first. */
function placesFor(place: string, name: string): string[] {
  const parts = place.split('/node_modules/')
  const nested = parts.map(
    (_, depth) => `${parts.slice(0, depth + 1).join('/node_modules/')}/node_modules/${name}`,
  )
  return [...nested.filter((found) => !found.startsWith('/')), `node_modules/${name}`]
}

test("the lock file names every platform's packages, without which npm ci refuses it", async () => {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8')) as { packages: Record<string, Locked> }

  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !placesFor(place, name).some((candidate) => candidate in packages),
    ),
  )

  expect(missing).toEqual([])
})

const NODE_OLDEST = [24, 18]

test('every packaged Node is of this year, also the one for macOS on ARM, whose package has few versions', async () => {
  const { optionalDependencies: nodes } = JSON.parse(
    await readFile(path.join(import.meta.dirname, '..', 'package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  const isOld = (version: string) => {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const [oldest = 0, oldestMinor = 0] = NODE_OLDEST
    return major < oldest || (major === oldest && minor < oldestMinor)
  }

  expect(Object.keys(nodes)).toHaveLength(5)
  expect(Object.entries(nodes).filter(([, version]) => isOld(version))).toEqual([])
})

/** `import … from 'name'` that is more than types, and `import('name')`. */
const VALUE_IMPORT =
  /^\s*(?:import (?!type\b)(?:[^'"]*?from )?|export (?!type\b)[^'"]*?from )['"]([^.'"][^'"]*)['"]|\bimport\(['"]([^.'"][^'"]*)['"]\)/gm

/** What is built or run at a start, from the root. */
async function startedFiles(): Promise<string[]> {
  const all: string[] = []
  for await (const file of glob(
    ['apps/{server/src,web/src}/**/*.{ts,tsx}', 'apps/web/*.ts', 'packages/contract/src/**/*.ts'],
    {
      cwd: path.join(import.meta.dirname, '..'),
    },
  )) {
    if (!/\.test\.tsx?$|\/(fixtures|test-posts)\.ts$/.test(file)) all.push(file)
  }
  return all
}

test("a start needs no developer's tool: what is imported isn't installed for development alone", async () => {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const files = await startedFiles()
  const developers: string[] = []
  for (const file of files) {
    const text = await readFile(path.join(import.meta.dirname, '..', file), 'utf8')
    for (const [, name = '', dynamic = ''] of text.matchAll(VALUE_IMPORT)) {
      const parts = (name || dynamic).split('/')
      const imported = parts.slice(0, parts[0]?.startsWith('@') === true ? 2 : 1).join('/')
      if (packages[`node_modules/${imported}`]?.dev === true) developers.push(`${file}: ${imported}`)
    }
  }

  expect(files.length).toBeGreaterThan(500)
  expect(developers).toEqual([])
})

test("no package's own scripts run at an install", async () => {
  const npmrc = await readFile(path.join(import.meta.dirname, '..', '.npmrc'), 'utf8')
  expect(npmrc.split('\n')).toContain('ignore-scripts=true')
})
