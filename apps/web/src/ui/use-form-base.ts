import { useEffect, useState } from 'react'
import type { FormFields } from './use-form.ts'

/** The new values of fields that somebody else changed and that weren't edited here: the form shows those. */
export function othersChanges<Values extends object>(
  base: Values,
  now: Values,
  typed: Values,
): Partial<Values> {
  const names = Object.keys(base) as (keyof Values)[]
  const isOpen = (name: keyof Values) => !isSame(now[name], base[name]) && isSame(typed[name], base[name])
  return Object.fromEntries(names.filter(isOpen).map((name) => [name, now[name]])) as Partial<Values>
}

/**
 * The base of a form's changes while others change the same data: the initial values, updated by others' changes to
 * fields that weren't edited. Edited fields stay.
 *
 * @param start the initial values
 * @param now the current values, JSON-serializable
 */
export function useFormBase<Values extends object>(
  { values, change }: Pick<FormFields<Values>, 'values' | 'change'>,
  start: Values,
  now: Values,
): Values {
  const [base, setBase] = useState(start)
  const theirs = JSON.stringify(othersChanges(base, now, values))
  useEffect(() => {
    const taken = JSON.parse(theirs) as Partial<Values>
    if (Object.keys(taken).length === 0) return
    change(taken)
    setBase((before) => ({ ...before, ...taken }))
    // oxlint-disable-next-line react/exhaustive-deps -- only when others change it
  }, [theirs])
  return base
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
