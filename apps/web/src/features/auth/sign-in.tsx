import { useEffect, useState } from 'react'
import { ApiError, detailOf, fieldErrorsOf } from '../../api/api-error.ts'
import { session, storage } from '../../api/browser.ts'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'
import { LoginScreen } from './login-screen.tsx'
import type { FormFailure, NewAccountValues, SignInValues } from './sign-in-options.ts'
import { useSignInOptions } from './use-sign-in-options.ts'

const TERMS_KEY = 'termsAccepted'

interface Props {
  /** A path of this site to go to afterwards; null leads to the personal space. */
  next: string | null
  /** Signs in by `act`, then enters: resolves when the app may be shown. */
  enter: (act: () => Promise<unknown>) => Promise<void>
  /** `error=auth_failed` stood in the address: the provider's sign-in failed. */
  hasProviderFailed: boolean
}

/** The login screen, wired to the session (platform, section 2; decisions 1.1). */
export function SignIn({ next, enter, hasProviderFailed }: Props) {
  const { options, failure: optionsFailure, retry } = useSignInOptions()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()
  const toast = useToast()

  useEffect(() => {
    if (!hasProviderFailed) return
    const { providerFailedTitle, providerFailed } = strings.shell
    toast({ title: providerFailedTitle, description: providerFailed, tone: 'bad' })
  }, [hasProviderFailed, toast])

  async function attempt(act: () => Promise<unknown>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await enter(act)
    } catch (error) {
      setFailure(failureOf(error))
      // somebody else may have made the first account meanwhile, or the server now wants its setup code
      if (error instanceof ApiError && error.status === 403) retry()
    } finally {
      setBusy(false)
    }
  }

  function signIn({ identifier, password }: SignInValues) {
    void attempt(() => session.login({ email: identifier, password }))
  }

  function create({ username, email, password, fullName, setupCode }: NewAccountValues) {
    const optional = { ...(fullName && { full_name: fullName }), ...(setupCode && { setup_code: setupCode }) }
    void attempt(() => session.register({ username, email, password, ...optional }))
  }

  return (
    <LoginScreen
      options={options}
      optionsFailure={optionsFailure}
      onRetryOptions={retry}
      providerHref={`/auth/github?next=${encodeURIComponent(next ?? '/home')}`}
      busy={busy}
      failure={failure}
      onSignIn={signIn}
      onCreate={create}
      onModeChange={() => setFailure(undefined)}
      onAcceptTerms={() => storage.set(TERMS_KEY, new Date().toISOString())}
    />
  )
}

/** The server's words, each at its field; what names no field of the form stands over the button. */
function failureOf(error: unknown): FormFailure {
  if (!(error instanceof ApiError)) return { message: strings.shell.unreachable }
  if (error.code === 'setup_code_required') {
    return { fields: { setupCode: detailOf(error, strings.login.needsSetupCode) } }
  }
  const { username, email, password, full_name, setup_code } = fieldErrorsOf(error)
  const fields = {
    ...(username && { username }),
    ...(email && { email, identifier: email }),
    ...(password && { password }),
    ...(full_name && { fullName: full_name }),
    ...(setup_code && { setupCode: setup_code }),
  }
  if (Object.keys(fields).length > 0) return { fields }
  return { message: detailOf(error, strings.shell.signInFailed) }
}
