import type { Profile } from '@flockwork/contract/auth'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useServices, type AppServices } from '../../api/services.ts'
import { createClient } from '../../api/client.ts'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'

/** The state of a token from the URL. */
export type AddressToken =
  /** None, refused or dismissed. */
  | { status: 'none' }
  | { status: 'checking' }
  /** Valid: `profile` is its account. */
  | { status: 'verified'; token: string; profile: Profile }
  | { status: 'unanswered' }

interface UseAddressToken {
  state: AddressToken
  /** Retries. */
  retry: () => void
  /** Dismisses the token. */
  drop: () => void
}

/** Asks the server for the account of `token` (docs/rules/accounts.md#address-tokens). An invalid one shows a toast. */
export function useAddressToken(token: string | null): UseAddressToken {
  const services = useServices()
  const [state, setState] = useState<AddressToken>({ status: token === null ? 'none' : 'checking' })
  const [attempt, setAsked] = useState(0)
  const toast = useToast()

  useEffect(() => {
    if (token === null) return
    const abort = new AbortController()
    profileOf(services, token, abort.signal).then(
      (profile) => setState({ status: 'verified', token, profile }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        if (!isRefusal(error)) return setState({ status: 'unanswered' })
        setState({ status: 'none' })
        const { invalidTokenTitle, invalidToken } = strings.login
        toast({ title: invalidTokenTitle, description: invalidToken, tone: 'bad' })
      },
    )
    return () => abort.abort()
  }, [services, token, attempt, toast])

  return {
    state,
    retry() {
      setState({ status: 'checking' })
      setAsked((count) => count + 1)
    },
    drop: () => setState({ status: 'none' }),
  }
}

/** Fetched without the app's own client: the token isn't this browser's yet. */
async function profileOf(
  { deviceId, fetch }: AppServices,
  token: string,
  signal: AbortSignal,
): Promise<Profile> {
  // text that isn't a valid header value can't be a token
  if (!/^[\w.~+/=-]+$/.test(token)) throw new ApiError(401, null)
  return createClient({ baseUrl: '', token, deviceId: deviceId(), fetch }).auth.me({ signal })
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}
