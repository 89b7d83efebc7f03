import { useEffect, useRef } from 'react'
import { useToast } from '../../ui/toast-store.ts'
import { PROVIDER_FAILED } from './provider-failed.ts'
import type { SignInOptions } from './sign-in-options.ts'

const NEEDS_SETUP_CODE = 'setup_code_required'

/**
 * Shows one toast with the reason why a sign-in at the provider failed, whatever the `error`.
 *
 * @returns whether the setup code was wrong; its field shows that error
 */
export function useProviderFailure(error: string | null, options: SignInOptions | null): boolean {
  const toast = useToast()
  const isSaid = useRef(false)
  const isUnclear = error === NEEDS_SETUP_CODE && options === null
  const isSetupCode = error === NEEDS_SETUP_CODE && options?.setup_code === true

  useEffect(() => {
    if (error === null || isUnclear || isSaid.current) return
    isSaid.current = true
    if (!isSetupCode) toast(PROVIDER_FAILED)
  }, [error, isUnclear, isSetupCode, toast])

  return isSetupCode
}
