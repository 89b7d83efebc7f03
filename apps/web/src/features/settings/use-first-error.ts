import { useEffect, useRef, type RefObject } from 'react'

/** For a form: when `failure` changes, the first field that it is about takes the focus. */
export function useFirstError(failure: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])
  return form
}
