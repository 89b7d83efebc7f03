import { useCallback, useEffect, useState } from 'react'
import { useServices } from '../../api/services.ts'
import { strings } from '../../strings.ts'
import type { SignInOptions } from './sign-in-options.ts'

interface UseSignInOptions {
  /** Null while loading. */
  options: SignInOptions | null
  failure: string | undefined
  retry: () => void
}

/** The server's options for the login screen. Refetched when the network comes back after a failure. */
export function useSignInOptions(): UseSignInOptions {
  const { api } = useServices()
  const [options, setOptions] = useState<SignInOptions | null>(null)
  const [failure, setFailure] = useState<string>()
  const [attempt, setAsked] = useState(0)
  const retry = useCallback(() => setAsked((count) => count + 1), [])

  useEffect(() => {
    const abort = new AbortController()
    setFailure(undefined)
    api.auth.providers({ signal: abort.signal }).then(setOptions, () => {
      if (!abort.signal.aborted) setFailure(strings.shell.unreachable)
    })
    return () => abort.abort()
  }, [api.auth, attempt])

  useEffect(() => {
    if (failure === undefined) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [failure, retry])

  return { options, failure, retry }
}
