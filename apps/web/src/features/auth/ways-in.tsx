import { useState } from 'react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import {
  CreateAccountFields,
  SetupCodeField,
  setupCodeFault,
  useCreateAccountForm,
} from './create-account-form.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { ProviderLink } from './provider-link.tsx'
import { SignInFields, useSignInForm } from './sign-in-form.tsx'
import type { NewAccountValues, SignInOptions, SignInValues } from './sign-in-options.ts'

const words = strings.login

export interface WaysInProps {
  options: SignInOptions
  /** Where a sign-in at the provider leads; null is the personal space. */
  next: string | null
  /** The initial value of the sign-in form. */
  username?: string | undefined
  /** The provider's sign-in was refused because of the setup code. */
  isSetupCodeWrong: boolean
  onSignIn: (values: SignInValues) => Promise<unknown>
  onCreate: (values: NewAccountValues) => Promise<unknown>
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

/** The provider's link, the local form, or both, as the server offers (docs/rules/accounts.md#ways-to-sign-in). */
export function WaysIn({ options, next, username = '', isSetupCodeWrong, onSignIn, onCreate }: WaysInProps) {
  const [wantsAccount, setWantsAccount] = useState(false)
  const mayCreate = options.first_run || options.registration === 'open'
  const isCreating = options.first_run || (mayCreate && wantsAccount)
  const signIn = useSignInForm(username, onSignIn)
  const create = useCreateAccountForm(options.setup_code, isSetupCodeWrong, (values) => {
    // this form stays, even if another visitor creates the first account meanwhile
    setWantsAccount(true)
    return onCreate(values)
  })
  const { props } = isCreating ? create : signIn
  const main = !options.github

  function change(wantsAccount: boolean) {
    setWantsAccount(wantsAccount)
    const [from, to] = wantsAccount ? [signIn, create] : [create, signIn]
    from.refuse({})
    to.change({ password: from.values.password })
  }

  return (
    // without a password, Enter in the setup code's field has nothing to submit
    <form
      {...props}
      onSubmit={options.password ? props.onSubmit : (event) => event.preventDefault()}
      className="flex flex-col gap-4.5"
    >
      {options.setup_code && <SetupCodeField form={create} />}
      {options.github && (
        <div className="flex">
          <ProviderLink
            next={next}
            setupCode={create.values.setup_code}
            mayGo={() => {
              const fault = options.setup_code && setupCodeFault(create.values)
              create.refuse({ setup_code: fault })
              return !fault
            }}
          />
        </div>
      )}
      {options.github && options.password && <Or />}
      {options.password && isCreating && (
        <CreateAccountFields
          form={create}
          main={main}
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
          <SignInFields
            form={signIn}
            main={main}
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
    </form>
  )
}
