import { useEffect, useRef } from 'react'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'
import { PROVIDER_FAILED } from './provider-failed.ts'
import type { FormFailure, SignInOptions } from './sign-in-options.ts'

const NEEDS_SETUP_CODE = 'setup_code_required'

/**
 * Tells once why a sign-in at the provider failed: at the setup code's field where it was that, otherwise in a toast,
 * whatever the `error`.
 */
export function useProviderFailure(
  error: string | null,
  options: SignInOptions | null,
  onFailure: (failure: FormFailure) => void,
): void {
  const toast = useToast()
  const isTold = useRef(false)

  useEffect(() => {
    if (error === null || isTold.current) return
    if (error === NEEDS_SETUP_CODE && options === null) return
    isTold.current = true
    if (error === NEEDS_SETUP_CODE && options?.setup_code) {
      return onFailure({ fields: { setupCode: strings.login.wrongSetupCode } })
    }
    toast(PROVIDER_FAILED)
  }, [error, options, onFailure, toast])
}
