import { createElement, use, type ComponentType } from 'react'
import { tabStorage } from '../../storage/tab-storage.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'

const RELOADED_KEY = 'reloadedForChunk'

interface LazyPage {
  (): React.ReactNode
  /** For the router, which calls it when somebody is about to go there. */
  preload: () => Promise<void>
}

/**
 * A page in a chunk of its own. When the chunk can't be had, the document is loaded anew once: after an upgrade
 * of the server the old names are gone. If that doesn't help, the page says so, and Try Again does it again.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPage {
  let loading: Promise<ComponentType> | undefined

  async function fetchPage(): Promise<ComponentType> {
    try {
      const page = (await load())[name]
      tabStorage.remove(RELOADED_KEY)
      return page
    } catch (error) {
      if (!mayReload()) throw error
      location.reload()
      return new Promise<never>(() => {})
    }
  }

  /** Browsers keep a chunk that could not be had as missing until the document is loaded anew: it may be, once more. */
  function forget() {
    loading = undefined
    tabStorage.remove(RELOADED_KEY)
  }

  function Chunk() {
    loading ??= fetchPage()
    return createElement(use(loading))
  }

  function Page() {
    return (
      <ErrorBoundary onError={forget}>
        <Chunk />
      </ErrorBoundary>
    )
  }

  async function preload() {
    loading ??= load().then((module) => module[name])
    try {
      await loading
    } catch {
      // going there asks again, and says what is wrong
      loading = undefined
    }
  }

  return Object.assign(Page, { preload })
}

/** Once, and not without a network: that would lose the page that is there. */
function mayReload(): boolean {
  if (!navigator.onLine || tabStorage.get(RELOADED_KEY) !== null) return false
  // without storage nothing would end the reloading
  return tabStorage.set(RELOADED_KEY, 'true')
}
