import {
  createElement,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { strings } from '../strings.ts'
import { useToast } from './toast-store.ts'

/** Late enough not to compete with the first page. */
const PRELOAD_AFTER_MS = 3_000

interface LazyProps {
  /** Loads the component once this is true; it stays mounted after that. */
  when?: boolean
  /** Resets the state behind `when`, so that the next attempt loads again. */
  onLoadError?: () => void
  /** Shown until the component is loaded. */
  fallback?: ReactNode
}

interface LazyPart<Props> {
  (props: LazyProps & Props): ReactNode
  preload: () => Promise<unknown>
}

/** A component in its own chunk. A toast reports a chunk that fails to load. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: { part: ComponentType<Props> } | null = null

  async function loadOnce(): Promise<{ part: ComponentType<Props> }> {
    loaded ??= { part: await load() }
    return loaded
  }

  function Part({ when = true, onLoadError, fallback = null, ...rest }: LazyProps & Props) {
    const [current, setCurrent] = useState(loaded)
    const toast = useToast()
    const isNeeded = when && current === null

    useEffect(() => {
      if (!isNeeded) return
      let isStale = false
      loadOnce().then(
        (fetched) => !isStale && startTransition(() => setCurrent(fetched)),
        () => {
          if (isStale) return
          const { partMissing, partMissingText, reload } = strings.shell
          // some browsers request a failed module again only in a reloaded document
          const action = { label: reload, onSelect: () => location.reload() }
          toast({ title: partMissing, description: partMissingText, tone: 'bad', action })
          onLoadError?.()
        },
      )
      return () => {
        isStale = true
      }
    }, [isNeeded, onLoadError, toast])

    // the compiler can't know that `rest` is Props without ours
    return current ? createElement(current.part, rest as unknown as Props) : fallback
  }
  return Object.assign(Part, { preload: loadOnce })
}

/** Prefetches these components when the page is idle, so that they open at once, also offline. */
export function usePreload(parts: readonly { preload: () => Promise<unknown> }[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // after a failure, the component is loaded again when it is needed
      for (const { preload } of parts) preload().catch(() => undefined)
    }, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [parts])
}
