import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('./worker/worker.ts', import.meta.url))
/** At the root, so that it may answer for every page, and always under the same name: the browser asks for it anew. */
const FILE = 'service-worker.js'
/**
 * What few ever ask for comes from the network, and once seen from the browser's own cache: half a megabyte for devices
 * without emoji of their own, and the pictures of the help.
 */
const FEW_NEED = /\/twemoji-|\.webp$/
const PLACEHOLDER = '__BUILD__'
/** Marks the worker's copies of modules. It is run as a plain script, which can import nothing that the app loads, too. */
const COPY = '?service-worker'

/** Builds the service worker and tells it what this build consists of (ADR-0014). */
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
      // when the page is written, too
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
