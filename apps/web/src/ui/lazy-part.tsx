import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { strings } from '../strings.ts'
import { useToast } from './toast-store.ts'

/** Late enough not to be in the way of the first page. */
const PRELOAD_AFTER_MS = 3_000

interface LazyProps {
  /** Loads the part once this is true; it stays mounted after that. */
  when?: boolean
  /** Resets what `when` is read from, so that the next try loads again. */
  onLoadError?: () => void
  /** In the part's place until it is loaded. */
  fallback?: ReactNode
}

interface LazyPart<Props> {
  (props: LazyProps & Props): ReactNode
  preload: () => Promise<unknown>
}

/** A component in a chunk of its own. A toast reports a chunk that fails to load. */
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
        (fetched) => !isStale && setCurrent(fetched),
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

/** Fetches these parts in a quiet moment, so that they are there at once, and without a network too. */
export function usePreload(parts: readonly { preload: () => Promise<unknown> }[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // a part that fails here is loaded again when it is needed
      for (const { preload } of parts) preload().catch(() => undefined)
    }, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [parts])
}
