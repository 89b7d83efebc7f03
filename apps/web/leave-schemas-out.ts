import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/[^?]*\.ts$/
/** How every module of the contract imports its schemas; the boundaries check allows no other way. */
const IMPORT = "import * as z from 'zod/mini'"
const STAND_IN = 'virtual:schemas-left-out'

/**
 * Leaves the contract's schemas out of the browser (15 kB gzip on every page). The web app types by them and
 * never validates: the server checks what it takes, and shapes what it answers. A call that would validate
 * here says so at once, instead of passing everything.
 */
export function leaveSchemasOut(): Plugin {
  return {
    name: 'flockwork:leave-schemas-out',
    enforce: 'pre',
    resolveId: (id) => (id === STAND_IN ? `\0${STAND_IN}` : undefined),
    load: (id) => (id === `\0${STAND_IN}` ? STAND_IN_SOURCE : undefined),
    transform: (code, id) =>
      CONTRACT.test(id) && code.includes(IMPORT)
        ? { code: code.replace(IMPORT, `import { z } from '${STAND_IN}'`), map: null }
        : undefined,
  }
}

/** Whatever is called on it or read from it is itself again, so that schemas can be built and never used. */
const STAND_IN_SOURCE = `
export const z = new Proxy(() => z, {
  apply: () => z,
  get(_target, name) {
    if (name === 'safeParse' || name === 'parse') throw new Error('Schemas are left out of the web app')
    // spread into a list, it is empty
    if (name === Symbol.iterator) return () => ({ next: () => ({ done: true, value: undefined }) })
    return z
  },
})
`
