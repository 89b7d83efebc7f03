import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/[^?]*\.ts$/
/** How every module of the contract imports its schemas; the boundaries check allows no other way. */
const IMPORT = "import * as z from 'zod/mini'"
const STAND_IN = 'virtual:schemas-left-out'
/** Called by schema checks: rules for texts and tasks, which screens import directly where they need them. */
const CHECKS = /^import \{([^}]+)\} from '\.\/(?:text|tasks)\/[^']+'$/gm
/** A schema constructor: pure, so it is dropped unless something refers to its result. */
const SCHEMA = /(?<![\w.])z\.\w+\(/g
/** A route as the formatter writes it: its properties are indented by two more columns than its end. */
const ROUTE = /^( *)(.*\broute\(\{\n)([^]*?)^\1\}\)/gm
/** A route property that only the server and the documentation read, up to the next property or the end. */
const UNREAD = /^( +)(?:summary|params|query|body|answer):[^]*?(?=^\1\w|(?![^]))/gm

/**
 * Strips the contract's schemas, and the code that only they call, from the browser bundle (23 kB gzip on every page).
 * The web app uses their types and never validates: the server checks requests and shapes responses. A call that would
 * validate here throws at once, instead of accepting everything.
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

/** Every call on it and every property of it returns the stub again, so schemas can be built but not used. */
const STAND_IN_SOURCE = `
export const z = new Proxy(() => z, {
  apply: () => z,
  get(_target, name) {
    if (name === 'safeParse' || name === 'parse') throw new Error('Schemas are left out of the web app')
    // spreads as an empty list
    if (name === Symbol.iterator) return () => ({ next: () => ({ done: true, value: undefined }) })
    return z
  },
})
`
