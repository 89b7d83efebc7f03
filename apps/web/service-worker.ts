import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('./worker/worker.ts', import.meta.url))
/** At the root, so that its scope is every page; without a content hash, as the browser checks this URL for updates. */
const FILE = 'service-worker.js'
/**
 * Rarely used files aren't precached; they come from the network, then from the HTTP cache: half a megabyte of emoji
 * for devices without an emoji font, and the pictures of the help.
 */
const FEW_NEED = /\/twemoji-|\.webp$/
const PLACEHOLDER = '__BUILD__'
/** Marks the worker's copies of modules: it runs as a classic script, which can't import chunks shared with the app. */
const COPY = '?service-worker'

/** Builds the service worker with the list of this build's files (ADR-0014). */
export function serviceWorker(): Plugin {
  return {
    name: 'flockwork:service-worker',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: SOURCE, fileName: FILE })
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (importer !== SOURCE && importer?.endsWith(COPY) !== true) return
        const resolved = await this.resolve(source, importer.replace(COPY, ''), { skipSelf: true })
        return resolved && { ...resolved, id: resolved.id + COPY }
      },
    },
    generateBundle: {
      // after the page has been written, too
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[FILE]
        const page = bundle['index.html']
        const entry = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry && file !== worker,
        )
        if (worker?.type !== 'chunk' || page?.type !== 'asset' || entry === undefined)
          return this.error('The build has no page, no entry or no service worker')
        if (worker.imports.length > 0) return this.error('The service worker must stand in one file')

        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && !FEW_NEED.test(name))
          .map((name) => `/${name}`)
        const id = createHash('sha256')
          .update(page.source)
          .update(files.join('\n'))
          .digest('hex')
          .slice(0, 16)
        const build = JSON.stringify({ id, entry: `/${entry.fileName}`, files })
        if (!worker.code.includes(PLACEHOLDER)) return this.error('The service worker asks for no build')
        worker.code = worker.code.replace(PLACEHOLDER, () => build)
      },
    },
  }
}
