import { readFile } from 'node:fs/promises'
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
