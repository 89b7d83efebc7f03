import type { Plugin } from 'vite'

/** Asks V8 to compile all functions of a file on a background thread while it downloads; other engines ignore it. */
const HINT = '//# allFunctionsCalledOnLoad'
/**
 * The chunks of a visit's first steps (chunks.ts) and the Markdown parser, of which most functions run before the feed
 * is on screen. Parts that are opened later are compiled as they are used.
 */
const FIRST_STEPS = ['index', 'base', 'sign-in', 'signed-in-app', 'forms', 'pages', 'app', 'markdown']

/** Has the browser compile the first screens' scripts off the main thread (ADR-0035). */
export function compileHints(): Plugin {
  return {
    name: 'flockwork:compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // after the list of preloads, because the hint only counts on the first line
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        for (const name of FIRST_STEPS) {
          const chunk = chunks.find((each) => each.name === name)
          if (!chunk)
            return this.error(`The build has no chunk ${name}; is its name in compile-hints.ts right?`)
          chunk.code = `${HINT}\n${chunk.code}`
        }
      },
    },
  }
}
