import { useEffect, useRef, useState } from 'react'
import type { RefObject, SyntheticEvent } from 'react'

type Errors<Name extends string> = Partial<Record<Name, string>>

interface FieldErrors<Name extends string> {
  form: RefObject<HTMLFormElement | null>
  /** What to print under each field: found here, or said by the server. */
  errors: Errors<Name>
  /** Shows what was found and answers whether the form may go. */
  report: (found: Errors<Name>) => boolean
  /** For the form's `onChange`: a field that is being mended is no longer called wrong. */
  clearError: (event: SyntheticEvent<HTMLFormElement>) => void
}

/** The errors of a form's fields. The first field with one takes the focus. */
export function useFieldErrors<Name extends string>(said: Errors<Name> | undefined): FieldErrors<Name> {
  const form = useRef<HTMLFormElement>(null)
  const [lastSaid, setLastSaid] = useState(said)
  const [errors, setErrors] = useState<Errors<Name>>(said ?? {})
  if (said !== lastSaid) {
    setLastSaid(said)
    setErrors(said ?? {})
  }

  useEffect(() => {
    if (said) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [said])

  function report(found: Errors<Name>): boolean {
    setErrors(found)
    const names = Object.keys(found)
    const fields = Array.from(form.current?.elements ?? [])
    const first = fields.find((field) => field instanceof HTMLInputElement && names.includes(field.name))
    if (first instanceof HTMLInputElement) first.focus()
    return names.length === 0
  }

  function clearError(event: SyntheticEvent<HTMLFormElement>) {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || !(target.name in errors)) return
    setErrors(
      Object.fromEntries(Object.entries(errors).filter(([name]) => name !== target.name)) as Errors<Name>,
    )
  }

  return { form, errors, report, clearError }
}
