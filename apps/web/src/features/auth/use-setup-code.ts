import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { strings } from '../../strings.ts'

export interface SetupCode {
  value: string
  error: string | undefined
  type: (value: string) => void
}

interface UseSetupCode {
  code: SetupCode
  input: RefObject<HTMLInputElement | null>
  /** Whether one is there where one is needed; otherwise its field says so and takes the focus. */
  check: () => boolean
}

/** The setup code being typed. `said` is what the server has against it. */
export function useSetupCode(isNeeded: boolean, said: string | undefined): UseSetupCode {
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [lastSaid, setLastSaid] = useState<string>()
  const [error, setError] = useState<string>()
  if (said !== lastSaid) {
    setLastSaid(said)
    setError(said)
  }

  useEffect(() => {
    if (said !== undefined) input.current?.focus()
  }, [said])

  function check(): boolean {
    if (!isNeeded || value.trim() !== '') return true
    setError(strings.login.needsSetupCode)
    input.current?.focus()
    return false
  }

  function type(next: string) {
    setValue(next)
    setError(undefined)
  }

  return { code: { value, error, type }, input, check }
}
