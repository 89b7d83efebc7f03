import {
  FULL_NAME_MAX_CHARS,
  HANDLE_MAX_CHARS,
  HANDLE_MIN_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from '@flockwork/contract/limits'
import type { SubmitEvent } from 'react'
import { strings } from '../../strings.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { fieldText } from './field-text.ts'
import type { FormFailure, NewAccountValues } from './sign-in-options.ts'
import { SubmitButton } from './submit-button.tsx'
import type { Typed } from './typed.ts'
import { useFieldErrors } from './use-field-errors.ts'

const words = strings.login

interface Props {
  busy: boolean
  failure: FormFailure | undefined
  main: boolean
  /** For fields of this form outside of it. */
  id: string
  typed: Typed
  /** Validates the outside fields; shows their errors. */
  mayCreate: () => boolean
  onCreate: (values: NewAccountValues) => void
  aside?: React.ReactNode
}

function textOf(data: FormData, name: keyof NewAccountValues): string {
  return fieldText(data, name).trim()
}

function valuesOf(form: HTMLFormElement): NewAccountValues {
  const data = new FormData(form)
  return {
    username: textOf(data, 'username'),
    email: textOf(data, 'email'),
    password: fieldText(data, 'password'),
    fullName: textOf(data, 'fullName'),
  }
}

/** Only what saves a round trip: the server judges. */
function faultsOf(values: NewAccountValues) {
  const faults: Partial<Record<keyof NewAccountValues, string>> = {}
  if (values.username.length < HANDLE_MIN_CHARS || values.username.length > HANDLE_MAX_CHARS) {
    faults.username = words.usernameLength(HANDLE_MIN_CHARS, HANDLE_MAX_CHARS)
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(values.email)) faults.email = words.needsEmail
  if (values.password.length < PASSWORD_MIN_CHARS) faults.password = words.passwordLength(PASSWORD_MIN_CHARS)
  return faults
}

export function CreateAccountForm({ busy, failure, main, id, typed, mayCreate, onCreate, aside }: Props) {
  const { form, errors, report, clearError } = useFieldErrors<keyof NewAccountValues>(failure?.fields)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const values = valuesOf(event.currentTarget)
    const isComplete = report(faultsOf(values))
    // always called: a missing outside field is above this form and takes the focus
    if (mayCreate() && isComplete) onCreate(values)
  }

  return (
    <form
      id={id}
      ref={form}
      noValidate
      onSubmit={submit}
      onChange={clearError}
      className="flex flex-col gap-4"
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <Field label={words.username} error={errors.username}>
          {(control) => (
            <Input
              {...control}
              name="username"
              defaultValue={typed.of('username')}
              size="lg"
              required
              maxLength={HANDLE_MAX_CHARS}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label={words.fullName} optional error={errors.fullName}>
          {(control) => (
            <Input
              {...control}
              name="fullName"
              defaultValue={typed.of('fullName')}
              size="lg"
              maxLength={FULL_NAME_MAX_CHARS}
              autoComplete="name"
            />
          )}
        </Field>
      </div>
      <Field label={words.email} error={errors.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            defaultValue={typed.of('email')}
            type="email"
            size="lg"
            required
            autoComplete="email"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        label={words.password}
        aside={<span className="text-sm text-ink-3">{words.passwordHint(PASSWORD_MIN_CHARS)}</span>}
        error={errors.password}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            defaultValue={typed.of('password')}
            size="lg"
            required
            maxLength={PASSWORD_MAX_CHARS}
            autoComplete="new-password"
          />
        )}
      </Field>
      <FailureNote message={failure?.message} />
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton label={words.createAccount} busyLabel={words.creatingAccount} busy={busy} main={main} />
        {aside}
      </div>
    </form>
  )
}
