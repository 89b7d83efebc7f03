import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const ENTRY = '/src/main.tsx'
const LOGIN = '/features/auth/sign-in.tsx'
const APP = '/src/app/signed-in-app.tsx'
/** What of the feed loads right after it. */
const FEED_PARTS = [
  '/messages/filter/filter-chunk.ts',
  '/messages/composer/tools.tsx',
  '/messages/composer/quick-mentions/bar.tsx',
]
/** Opened by people for whom the app itself isn't loaded. */
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
 * Puts the modules that a step of a visit loads together into one chunk (ADR-0033): left to itself the bundler makes one
 * of each set of modules that the same pages share, fifty for the feed alone.
 *
 * @param plugins the ones that decide what a module contains
 */
export function chunksByStep(plugins: readonly Plugin[]): Plugin {
  return {
    name: 'flockwork:chunks-by-step',
    apply: 'build',
    async config() {
      const name = await chunkNames(plugins)
      // what a step needs is known whole, and taking more along would move modules of earlier steps
      const group = { name, debugName: 'step', includeDependenciesRecursively: false }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group] } } } } }
    },
  }
}

/** The chunk of each module, null for the bundler's choice. */
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
  /** What is loaded before any of these modules can run. */
  readonly loadedWith: (...modules: string[]) => Modules
  /** What no other chunk shares with this module. */
  readonly ownOf: (module: string) => Modules
}

/** Which modules remain after unused exports are dropped, and who loads them, shows a build that isn't written. */
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
    // grows while it is read
    for (const { imports } of loaded) {
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
    }
    return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds))
  }

  return { loadedWith, ownOf: (module) => new Set(chunkOf(module).moduleIds) }
}
