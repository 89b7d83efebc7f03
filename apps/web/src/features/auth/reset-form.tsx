import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '@flockwork/contract/limits'
import type { SubmitEvent } from 'react'
import { strings } from '../../strings.ts'
import { resetPage as words } from '../../strings/outside-pages.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { fieldText } from './field-text.ts'
import type { FormFailure } from './sign-in-options.ts'
import { SubmitButton } from './submit-button.tsx'
import { useFieldErrors } from './use-field-errors.ts'

interface Props {
  busy: boolean
  failure: FormFailure | undefined
  onSave: (password: string) => void
}

export function ResetForm({ busy, failure, onSave }: Props) {
  const { form, errors, report, clearError } = useFieldErrors<'password'>(failure?.fields)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const password = fieldText(new FormData(event.currentTarget), 'password')
    const isLongEnough = password.length >= PASSWORD_MIN_CHARS
    const tooShort = strings.login.passwordLength(PASSWORD_MIN_CHARS)
    if (report(isLongEnough ? {} : { password: tooShort })) onSave(password)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onChange={clearError}
      className="flex max-w-100 flex-col gap-4"
    >
      <Field
        label={words.password}
        aside={<span className="text-sm text-ink-3">{strings.login.passwordHint(PASSWORD_MIN_CHARS)}</span>}
        error={errors.password}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            size="lg"
            required
            maxLength={PASSWORD_MAX_CHARS}
            autoComplete="new-password"
          />
        )}
      </Field>
      <FailureNote message={failure?.message} />
      <div className="mt-1 flex">
        <SubmitButton label={words.save} busyLabel={words.saving} busy={busy} main />
      </div>
    </form>
  )
}
