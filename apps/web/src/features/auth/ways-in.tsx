import { useId, useState } from 'react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { CreateAccountForm } from './create-account-form.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { ProviderLink } from './provider-link.tsx'
import { SetupCodeField } from './setup-code-field.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { FormFailure, NewAccountValues, SignInOptions, SignInValues } from './sign-in-options.ts'
import { useTyped } from './typed.ts'
import { useSetupCode } from './use-setup-code.ts'

const words = strings.login

export interface WaysInProps {
  options: SignInOptions
  /** Where signing in at the provider leads; null is the personal space. */
  next: string | null
  /** Stands in the sign-in form already. */
  username?: string | undefined
  busy: boolean
  failure: FormFailure | undefined
  onSignIn: (values: SignInValues) => void
  onCreate: (values: NewAccountValues, setupCode: string) => void
  /** The person changed between signing in and a new account: what was said against the form is stale. */
  onModeChange: () => void
}

function Or() {
  return (
    <div className="flex items-center gap-3 text-sm text-ink-3">
      <span className="h-px flex-1 bg-line" />
      {words.or}
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}

/** The provider's link, the local form, or both, as the server offers them (docs/rules/accounts.md#ways-to-sign-in). */
export function WaysIn({ options, next, username = '', busy, failure, ...acts }: WaysInProps) {
  const formId = useId()
  const [wantsAccount, setWantsAccount] = useState(false)
  const typed = useTyped({ identifier: username })
  const setupCode = useSetupCode(options.setup_code, failure?.fields?.setupCode)

  const mayCreate = options.first_run || options.registration === 'open'
  const isCreating = options.first_run || (mayCreate && wantsAccount)
  const form = { busy, failure, typed, main: !options.github }

  function change(next: boolean) {
    setWantsAccount(next)
    acts.onModeChange()
  }

  function create(values: NewAccountValues) {
    // should somebody else make the first account meanwhile, this form stays
    setWantsAccount(true)
    acts.onCreate(values, setupCode.code.value.trim())
  }

  return (
    <div className="flex flex-col gap-4.5" onChange={typed.remember}>
      {options.setup_code && <SetupCodeField code={setupCode.code} input={setupCode.input} formId={formId} />}
      {options.github && (
        <div className="flex">
          <ProviderLink next={next} setupCode={setupCode.code.value} mayGo={setupCode.check} />
        </div>
      )}
      {options.github && options.password && <Or />}
      {options.password && isCreating && (
        <CreateAccountForm
          {...form}
          id={formId}
          mayCreate={setupCode.check}
          onCreate={create}
          aside={
            !options.first_run && (
              <Button variant="quiet" size="lg" className="max-md:w-full" onClick={() => change(false)}>
                {words.haveAccount}
              </Button>
            )
          }
        />
      )}
      {options.password && !isCreating && (
        <>
          <SignInForm
            {...form}
            onSignIn={acts.onSignIn}
            aside={
              mayCreate && (
                <Button variant="quiet" size="lg" className="max-md:w-full" onClick={() => change(true)}>
                  {words.createAccount}
                </Button>
              )
            }
          />
          <ForgotPassword />
        </>
      )}
      {!mayCreate && <p className="text-sm text-ink-3">{words.registrationClosed}</p>}
    </div>
  )
}
