import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { IncomingMessage } from 'node:http'
import { defineConfig } from 'vite'
import type { Plugin, ProxyOptions } from 'vite'
import { chunksByStep } from './chunks.ts'
import { compileHints } from './compile-hints.ts'
import { emojiData } from './emoji-data.ts'
import { leaveSchemasOut } from './leave-schemas-out.ts'
import { precompress } from './precompress.ts'
import { isPage, SERVER_PATHS } from './server-paths.ts'
import { serviceWorker } from './service-worker.ts'

const SERVER = process.env['FLOCKWORK_SERVER'] ?? 'http://127.0.0.1:8787'

function pageOfTheApp(request: IncomingMessage): string | undefined {
  const opensPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
  const path = request.url?.split('?', 1)[0] ?? '/'
  return opensPage && isPage(path) ? '/index.html' : undefined
}

// The browser's Host is passed on unchanged, so that it still matches the Origin, which the server compares.
const toServer: ProxyOptions = { target: SERVER, changeOrigin: false, bypass: pageOfTheApp }

/** Preloads the two faces every first paint needs, under the hashed names of the build. */
function preloadFonts(): Plugin {
  const needed = /(hanken-grotesk|bricolage-grotesque)-latin-wght-normal.*\.woff2$/
  return {
    name: 'flockwork:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => needed.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend',
          })),
    },
  }
}

/**
 * What to preload with a chunk: for the first screens and pages everything that they import, as each round trip counts.
 * The small parts that load after a screen fetch their own imports: a link for each file of each part costs more time
 * than the screen itself.
 */
function neededAtOnce(file: string, imported: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  const isScreen = /\/(sign-in|signed-in-app|markdown|[a-z-]+-page)-[^/]+\.js$/.test(file)
  return hostType === 'html' || isScreen ? imported : imported.filter((each) => each.endsWith('.css'))
}

/** The plugins that affect which modules there are, and what they contain. */
const sources = () => [leaveSchemasOut(), emojiData(), react()].flat()

export default defineConfig({
  // in a style sheet only a name with an @ is resolved as a package
  resolve: { alias: { '@twemoji-colr-font': 'twemoji-colr-font' } },
  plugins: [
    ...sources(),
    tailwindcss(),
    preloadFonts(),
    chunksByStep(sources()),
    compileHints(),
    serviceWorker(),
    precompress(),
  ],
  build: {
    target: 'es2023',
    outDir: 'dist',
    // the size check reads the chunks' imports from it
    manifest: true,
    // No data: URLs and no inline scripts: the content security policy allows neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: neededAtOnce },
    reportCompressedSize: true,
  },
  server: { proxy: { [`^/(${SERVER_PATHS.join('|')})(/|\\?|$)`]: toServer } },
})
