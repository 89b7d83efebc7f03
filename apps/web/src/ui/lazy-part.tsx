import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { strings } from '../strings.ts'
import { useToast } from './toast-store.ts'

/** Late enough not to be in the way of the first page. */
const PRELOAD_AFTER_MS = 3_000

interface Asking {
  /** From the first time on that this is true, the part is there. */
  isAsked: boolean
  /** It couldn't be had: takes the question back, so that asking again tries again. */
  onMissing?: () => void
  /** Stands in its place until it is there. */
  instead?: ReactNode
}

interface LazyPart<Props> {
  (props: Asking & Props): ReactNode
  preload: () => Promise<unknown>
}

/** A part in a chunk of its own, fetched when it is first asked for. When it can't be had a toast says so. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let known: { part: ComponentType<Props> } | null = null

  async function fetchPart(): Promise<{ part: ComponentType<Props> }> {
    known ??= { part: await load() }
    return known
  }

  function Part({ isAsked, onMissing, instead = null, ...rest }: Asking & Props) {
    const [held, setHeld] = useState(known)
    const toast = useToast()
    const isWanting = isAsked && held === null

    useEffect(() => {
      if (!isWanting) return
      let isStale = false
      fetchPart().then(
        (fetched) => !isStale && setHeld(fetched),
        () => {
          if (isStale) return
          const { partMissing, partMissingText, reload } = strings.shell
          // some browsers ask for it again only in a document that is loaded anew
          const action = { label: reload, onSelect: () => location.reload() }
          toast({ title: partMissing, description: partMissingText, tone: 'bad', action })
          onMissing?.()
        },
      )
      return () => {
        isStale = true
      }
    }, [isWanting, onMissing, toast])

    // what is left of the props without ours
    return held ? createElement(held.part, rest as unknown as Props) : instead
  }
  return Object.assign(Part, { preload: fetchPart })
}

/** Fetches these parts in a quiet moment, so that they are there at once, and without a network too. */
export function usePreload(parts: readonly { preload: () => Promise<unknown> }[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // what can't be had now is asked for again when it is needed
      for (const { preload } of parts) preload().catch(() => undefined)
    }, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [parts])
}
