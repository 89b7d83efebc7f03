import { strings } from '../../strings.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useForm, type Form, type FormFields } from '../../ui/use-form.ts'
import { failureSentence } from './failure.ts'
import type { SignInValues } from './sign-in-options.ts'
import { SubmitButton } from './submit-button.tsx'

const words = strings.login

export function useSignInForm(
  username: string,
  onSignIn: (values: SignInValues) => Promise<unknown>,
): Form<SignInValues, unknown> {
  return useForm({
    initial: { email: username, password: '' },
    check: ({ email, password }) => ({
      email: email.trim() === '' && words.needsIdentifier,
      password: password === '' && words.needsPassword,
    }),
    send: ({ email, password }) => onSignIn({ email: email.trim(), password }),
    refused: (error) => failureSentence(error, strings.shell.signInFailed),
  })
}

interface Props {
  form: FormFields<SignInValues>
  /** Whether its button is the screen's primary one. */
  main: boolean
  /** Rendered next to the button, as the way to a new account. */
  aside?: React.ReactNode
}

export function SignInFields({ form, main, aside }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <Field label={words.identifier} error={form.errors.email}>
        {(control) => (
          <Input
            {...control}
            {...form.text('email')}
            size="lg"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={words.password} error={form.errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.text('password')}
            size="lg"
            required
            autoComplete="current-password"
          />
        )}
      </Field>
      <FailureNote message={form.message} />
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton label={words.signIn} busyLabel={words.signingIn} busy={form.isBusy} main={main} />
        {aside}
      </div>
    </div>
  )
}
