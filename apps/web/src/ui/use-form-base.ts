import { useEffect, useState } from 'react'
import type { FormFields } from './use-form.ts'

/** The values of fields that somebody else changed and nothing was typed into: the form shows those. */
export function followed<Values extends object>(base: Values, now: Values, typed: Values): Partial<Values> {
  const names = Object.keys(base) as (keyof Values)[]
  const isOpen = (name: keyof Values) => !isSame(now[name], base[name]) && isSame(typed[name], base[name])
  return Object.fromEntries(names.filter(isOpen).map((name) => [name, now[name]])) as Partial<Values>
}

/**
 * What a form changes from while others change the same: what it began with and, where nothing was typed, what it takes
 * over from them since. What was typed stays.
 *
 * @param start what it began with
 * @param now the same as it is now, in values that JSON can hold
 */
export function useFormBase<Values extends object>(
  { values, change }: Pick<FormFields<Values>, 'values' | 'change'>,
  start: Values,
  now: Values,
): Values {
  const [base, setBase] = useState(start)
  const theirs = JSON.stringify(followed(base, now, values))
  useEffect(() => {
    const taken = JSON.parse(theirs) as Partial<Values>
    if (Object.keys(taken).length === 0) return
    change(taken)
    setBase((before) => ({ ...before, ...taken }))
    // oxlint-disable-next-line react/exhaustive-deps -- when others change it
  }, [theirs])
  return base
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
