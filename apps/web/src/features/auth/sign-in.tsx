import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { AccountDeletedNote } from './account-deleted.tsx'
import { Authenticating } from './authenticating.tsx'
import { ContinueAs } from './continue-as.tsx'
import { LoginPanel } from './login-panel.tsx'
import { LoginScreen } from './login-screen.tsx'
import type { NewAccountValues, SignInOptions } from './sign-in-options.ts'
import { useAddressToken } from './use-address-token.ts'
import { useProviderFailure } from './use-provider-failure.ts'
import { useSignInOptions } from './use-sign-in-options.ts'

const words = strings.login

interface Props {
  /** A path of this site to go to afterwards; null leads to the personal space. */
  next: string | null
  /** Signs in by `act`, then enters the app: resolves when the app may be shown. */
  enter: (act: () => unknown) => Promise<void>
  /** `token`, `username` and `error` from the URL. */
  token: string | null
  username: string | null
  error: string | null
  /** This browser started the provider sign-in that ends now: its token needs no confirmation. */
  isExpected: boolean
}

/** The login screen, wired to the session (docs/rules/accounts.md#ways-to-sign-in). */
export function SignIn({ next, enter, token, username, error, isExpected }: Props) {
  const { session } = useServices()
  const { options, failure: optionsFailure, retry } = useSignInOptions()
  const [isContinuing, setContinuing] = useState(false)
  const { state: given, ...address } = useAddressToken(token)
  const isSetupCodeWrong = useProviderFailure(error, options)

  async function attempt(act: () => unknown) {
    try {
      await enter(act)
    } catch (error) {
      // another visitor may have created the first account meanwhile, or the server now requires its setup code
      if (error instanceof ApiError && error.status === 403) retry()
      throw error
    }
  }

  function create({ setup_code, full_name, ...account }: NewAccountValues) {
    const optional = { ...(full_name && { full_name }), ...(setup_code && { setup_code }) }
    return attempt(() => session.register({ ...account, ...optional }))
  }

  async function adopt(act: () => unknown) {
    setContinuing(true)
    // the confirmation stays open
    await attempt(act).catch(() => undefined)
    setContinuing(false)
  }

  const isTaken = given.status === 'verified' && isExpected
  useEffect(() => {
    if (isTaken) void enter(() => session.adoptToken(given.token, given.profile))
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the token turns out to be valid
  }, [isTaken])

  if (given.status === 'checking' || isTaken) return <Authenticating />
  return (
    <LoginScreen pitch={pitchOf(options)} isUrgent={options?.first_run === true}>
      <AccountDeletedNote />
      {given.status === 'verified' && (
        <ContinueAs
          username={given.profile.username}
          busy={isContinuing}
          onContinue={() => void adopt(() => session.adoptToken(given.token, given.profile))}
          onCancel={address.drop}
        />
      )}
      {given.status === 'unanswered' && (
        <LoadFailure text={strings.shell.unreachable} onRetry={address.retry}>
          <Button variant="quiet" onClick={address.drop}>
            {words.cancel}
          </Button>
        </LoadFailure>
      )}
      {given.status === 'none' && (
        <LoginPanel
          options={options}
          optionsFailure={optionsFailure}
          onRetryOptions={retry}
          next={next}
          username={username ?? undefined}
          isSetupCodeWrong={isSetupCodeWrong}
          onSignIn={(values) => attempt(() => session.login(values))}
          onCreate={create}
        />
      )}
    </LoginScreen>
  )
}

function pitchOf(options: SignInOptions | null): string {
  if (!options?.first_run) return words.pitch
  return options.password ? words.firstAccount : words.firstAccountByProvider
}
