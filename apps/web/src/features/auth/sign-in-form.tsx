import type { SubmitEvent } from 'react'
import { strings } from '../../strings.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { fieldText } from './field-text.ts'
import type { FormFailure, SignInValues } from './sign-in-options.ts'
import { SubmitButton } from './submit-button.tsx'
import type { Typed } from './typed.ts'
import { useFieldErrors } from './use-field-errors.ts'

const words = strings.login

interface Props {
  busy: boolean
  failure: FormFailure | undefined
  /** Whether its button is the dark one of the screen. */
  main: boolean
  typed: Typed
  onSignIn: (values: SignInValues) => void
  /** Beside the button, as the way to a new account. */
  aside?: React.ReactNode
}

export function SignInForm({ busy, failure, main, typed, onSignIn, aside }: Props) {
  const { form, errors, report, clearError } = useFieldErrors<keyof SignInValues>(failure?.fields)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const identifier = fieldText(data, 'identifier').trim()
    const password = fieldText(data, 'password')
    const mayGo = report({
      ...(identifier ? {} : { identifier: words.needsIdentifier }),
      ...(password ? {} : { password: words.needsPassword }),
    })
    if (mayGo) onSignIn({ identifier, password })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onChange={clearError} className="flex flex-col gap-4">
      <Field label={words.identifier} error={errors.identifier}>
        {(control) => (
          <Input
            {...control}
            name="identifier"
            defaultValue={typed.of('identifier')}
            size="lg"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={words.password} error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            defaultValue={typed.of('password')}
            size="lg"
            required
            autoComplete="current-password"
          />
        )}
      </Field>
      <FailureNote message={failure?.message} />
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton label={words.signIn} busyLabel={words.signingIn} busy={busy} main={main} />
        {aside}
      </div>
    </form>
  )
}
