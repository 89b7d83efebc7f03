import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const ENTRY = '/src/main.tsx'
const LOGIN = '/features/auth/sign-in.tsx'
const APP = '/src/app/signed-in-app.tsx'
/** Parts of the feed that load right after it. */
const FEED_PARTS = [
  '/messages/filter/filter-chunk.ts',
  '/messages/composer/tools.tsx',
  '/messages/composer/quick-mentions/bar.tsx',
]
/** Pages that are opened without loading the app itself. */
const PAGES_OUTSIDE = [
  '/auth/token-page.tsx',
  '/auth/success-page.tsx',
  '/auth/reset-page.tsx',
  '/oauth/consent-page.tsx',
  '/oauth/device-page.tsx',
  '/oauth/consent-failed-page.tsx',
  '/spaces/join-page.tsx',
]
/** The half of the window library that is for menus: pages with dialogs alone don't need it. */
const MENUS = /floating-ui|react-(menu|popper|popover|dropdown-menu|arrow)/

type Modules = ReadonlySet<string>

/**
 * Puts the modules that one step of a visit loads into one chunk (ADR-0033). By default the bundler makes a chunk for
 * each set of modules that the same pages share, fifty for the feed alone.
 *
 * @param plugins those that affect what a module contains
 */
export function chunksByStep(plugins: readonly Plugin[]): Plugin {
  return {
    name: 'flockwork:chunks-by-step',
    apply: 'build',
    async config() {
      const name = await chunkNames(plugins)
      // each step lists everything it needs; pulling in dependencies would move modules of earlier steps
      const group = { name, debugName: 'step', includeDependenciesRecursively: false }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group] } } } } }
    },
  }
}

/** The chunk of each module; null leaves it to the bundler. */
async function chunkNames(plugins: readonly Plugin[]): Promise<(module: string) => string | null> {
  const { loadedWith, ownOf } = await learnFromBuild(plugins)
  const base = loadedWith(ENTRY)
  const app = loadedWith(APP)
  const outside = loadedWith(...PAGES_OUTSIDE)
  const forms = without(loadedWith(LOGIN), ownOf(LOGIN))
  const windows = without(loadedWith(...FEED_PARTS), outside)
  const entries = [ENTRY, LOGIN, APP]

  return (module) => {
    if (entries.some((entry) => module.endsWith(entry))) return null
    if (base.has(module)) return 'base'
    if (forms.has(module)) return 'forms'
    if (app.has(module)) return outside.has(module) ? 'pages' : 'app'
    if (!windows.has(module) || !module.includes('/node_modules/')) return null
    return MENUS.test(module) ? 'menus' : 'windows'
  }
}

const without = (modules: Modules, others: Modules): Modules =>
  new Set([...modules].filter((module) => !others.has(module)))

interface Learned {
  /** All modules that must load before any of these can run. */
  readonly loadedWith: (...modules: string[]) => Modules
  /** The module's dependencies that no other chunk shares. */
  readonly ownOf: (module: string) => Modules
}

/** A build that isn't written to disk, to see which modules remain after tree shaking and what imports them. */
async function learnFromBuild(plugins: readonly Plugin[]): Promise<Learned> {
  const { output } = (await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'silent',
    plugins: [...plugins],
    build: { write: false, minify: false, modulePreload: false, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')

  function chunkOf(module: string): Rolldown.OutputChunk {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!found) throw new Error(`The build has no ${module}; is its name in chunks.ts still right?`)
    return found
  }

  function loadedWith(...modules: string[]): Modules {
    const loaded = new Set(modules.map(chunkOf))
    // grows during the iteration
    for (const { imports } of loaded) {
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
    }
    return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds))
  }

  return { loadedWith, ownOf: (module) => new Set(chunkOf(module).moduleIds) }
}
