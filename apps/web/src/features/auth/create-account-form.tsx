import {
  FULL_NAME_MAX_CHARS,
  HANDLE_MAX_CHARS,
  HANDLE_MIN_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from '@flockwork/contract/limits'
import { ApiError } from '../../api/api-error.ts'
import { strings } from '../../strings.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useForm, type Faults, type Form, type FormFields } from '../../ui/use-form.ts'
import { failureSentence } from './failure.ts'
import type { NewAccountValues } from './sign-in-options.ts'
import { SubmitButton } from './submit-button.tsx'

const words = strings.login
const EMPTY: NewAccountValues = { setup_code: '', username: '', email: '', password: '', full_name: '' }

export function useCreateAccountForm(
  needsSetupCode: boolean,
  isSetupCodeWrong: boolean,
  onCreate: (values: NewAccountValues) => Promise<unknown>,
): Form<NewAccountValues, unknown> {
  return useForm({
    initial: EMPTY,
    faults: { setup_code: isSetupCodeWrong && words.wrongSetupCode },
    check: (typed) => faultsOf(trimmed(typed), needsSetupCode),
    send: (typed) => onCreate(trimmed(typed)),
    refused: (error) =>
      error instanceof ApiError && error.code === 'setup_code_required'
        ? { setup_code: words.wrongSetupCode }
        : failureSentence(error, strings.shell.signInFailed),
  })
}

function trimmed(typed: NewAccountValues): NewAccountValues {
  return {
    setup_code: typed.setup_code.trim(),
    username: typed.username.trim(),
    email: typed.email.trim(),
    password: typed.password,
    full_name: typed.full_name.trim(),
  }
}

/** Client-side checks only save a round trip: the server validates. */
function faultsOf(values: NewAccountValues, needsSetupCode: boolean): Faults<NewAccountValues> {
  const { length } = values.username
  return {
    setup_code: needsSetupCode && setupCodeFault(values),
    username:
      (length < HANDLE_MIN_CHARS || length > HANDLE_MAX_CHARS) &&
      words.usernameLength(HANDLE_MIN_CHARS, HANDLE_MAX_CHARS),
    email: !/^[^\s@]+@[^\s@]+$/.test(values.email) && words.needsEmail,
    password: values.password.length < PASSWORD_MIN_CHARS && words.passwordLength(PASSWORD_MIN_CHARS),
  }
}

export function setupCodeFault({ setup_code }: NewAccountValues): string | false {
  return setup_code.trim() === '' && words.needsSetupCode
}

/** The setup code that the server printed at startup: required for the first account, whichever way it is created. */
export function SetupCodeField({ form }: { form: FormFields<NewAccountValues> }) {
  return (
    <Field
      label={words.setupCode}
      aside={<span className="text-sm text-ink-3">{words.setupCodeHint}</span>}
      error={form.errors.setup_code}
    >
      {(control) => (
        <Input
          {...control}
          {...form.text('setup_code')}
          size="lg"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  )
}

interface Props {
  form: FormFields<NewAccountValues>
  /** Whether its button is the screen's primary one. */
  main: boolean
  /** Rendered next to the button, as the way back. */
  aside?: React.ReactNode
}

export function CreateAccountFields({ form, main, aside }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <Field label={words.username} error={form.errors.username}>
          {(control) => (
            <Input
              {...control}
              {...form.text('username')}
              size="lg"
              required
              maxLength={HANDLE_MAX_CHARS}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label={words.fullName} optional error={form.errors.full_name}>
          {(control) => (
            <Input
              {...control}
              {...form.text('full_name')}
              size="lg"
              maxLength={FULL_NAME_MAX_CHARS}
              autoComplete="name"
            />
          )}
        </Field>
      </div>
      <Field label={words.email} error={form.errors.email}>
        {(control) => (
          <Input
            {...control}
            {...form.text('email')}
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
        error={form.errors.password}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.text('password')}
            size="lg"
            required
            maxLength={PASSWORD_MAX_CHARS}
            autoComplete="new-password"
          />
        )}
      </Field>
      <FailureNote message={form.message} />
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton
          label={words.createAccount}
          busyLabel={words.creatingAccount}
          busy={form.isBusy}
          main={main}
        />
        {aside}
      </div>
    </div>
  )
}
