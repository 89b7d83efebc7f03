import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/[^?]*\.ts$/
/** How every module of the contract imports its schemas; the boundaries check allows no other way. */
const IMPORT = "import * as z from 'zod/mini'"
const STAND_IN = 'virtual:schemas-left-out'
/** What their checks call: rules of texts and of tasks, which screens import for themselves where they need them. */
const CHECKS = /^import \{([^}]+)\} from '\.\/(?:text|tasks)\/[^']+'$/gm
/** A schema that is built: dropped unless something refers to it. */
const SCHEMA = /(?<![\w.])z\.\w+\(/g
/** A route, as the formatter leaves it: its properties are two columns further in than its end. */
const ROUTE = /^( *)(.*\broute\(\{\n)([^]*?)^\1\}\)/gm
/** What of a route only the server and the documentation read, to the next property or the end. */
const UNREAD = /^( +)(?:summary|params|query|body|answer):[^]*?(?=^\1\w|(?![^]))/gm

/**
 * Leaves the contract's schemas and what only they call out of the browser (23 kB gzip on every page). The web app types
 * by them and never validates: the server checks what it takes, and shapes what it answers. A call that would validate
 * here says so at once, instead of passing everything.
 */
export function leaveSchemasOut(): Plugin {
  return {
    name: 'flockwork:leave-schemas-out',
    enforce: 'pre',
    resolveId: (id) => (id === STAND_IN ? `\0${STAND_IN}` : undefined),
    load: (id) => (id === `\0${STAND_IN}` ? STAND_IN_SOURCE : undefined),
    transform: (code, id) =>
      CONTRACT.test(id) && code.includes(IMPORT) ? { code: withoutSchemas(code), map: null } : undefined,
  }
}

function withoutSchemas(code: string): string {
  return withoutChecks(code.replace(IMPORT, `import { z } from '${STAND_IN}'`))
    .replaceAll(
      ROUTE,
      (_, indent: string, start: string, properties: string) =>
        `${indent}${start}${properties.replaceAll(UNREAD, '')}${indent}})`,
    )
    .replaceAll(SCHEMA, '/* @__PURE__ */ $&')
}

function withoutChecks(code: string): string {
  return code.replaceAll(CHECKS, (_, names: string) => {
    const standIns = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => `z as ${name}`)
    return `import { ${standIns.join(', ')} } from '${STAND_IN}'`
  })
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
