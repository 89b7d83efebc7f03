import { useState } from 'react'
import type { SyntheticEvent } from 'react'

/** What was typed so far, by the name of its field. */
export interface Typed {
  of: (name: string) => string
  /** For the `onChange` of whatever is around the fields. */
  remember: (event: SyntheticEvent) => void
}

/** Keeps what was typed while one form makes room for another, as long as the page is open. */
export function useTyped(first: Record<string, string>): Typed {
  const [values] = useState(() => new Map(Object.entries(first)))
  return {
    of: (name) => values.get(name) ?? '',
    remember({ target }) {
      if (target instanceof HTMLInputElement && target.name !== '') values.set(target.name, target.value)
    },
  }
}
