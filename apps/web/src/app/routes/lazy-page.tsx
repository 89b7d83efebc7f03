import { createElement, use, type ComponentType } from 'react'
import { tabStorage } from '../../storage/tab-storage.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'

const RELOADED_KEY = 'reloadedForChunk'

interface LazyPage {
  (): React.ReactNode
  /** Called by the router on intent. */
  preload: () => Promise<void>
}

/**
 * A page in its own chunk. If the chunk fails to load, the document is reloaded once: after a server upgrade the old
 * chunk names are gone. If that doesn't help, the error boundary shows, and Try Again retries.
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

  /** Browsers cache a failed module until the document is reloaded, so another reload is allowed. */
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
      // navigating there retries, and shows the error
      loading = undefined
    }
  }

  return Object.assign(Page, { preload })
}

/** Once, and not offline: that would lose the current page. */
function mayReload(): boolean {
  if (!navigator.onLine || tabStorage.get(RELOADED_KEY) !== null) return false
  // without storage the reloads would never end
  return tabStorage.set(RELOADED_KEY, 'true')
}
