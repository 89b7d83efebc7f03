import { accountRoutes } from '@flockwork/contract/account'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '@flockwork/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { failureOf, NO_FAILURE, type Failure } from './failure-words.ts'
import { DoneNote } from './done-note.tsx'
import { SettingsGroup } from './settings-group.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useFirstError } from './use-first-error.ts'
import { settingsKeys } from './keys.ts'

const words = settings.password
const WIRE_NAMES = { current_password: 'current', new_password: 'next' } as const
const EMPTY = { current: '', next: '' }

type Values = typeof EMPTY
type FieldName = keyof Values

interface Props {
  hasPassword: boolean
}

/** The password: changed with the current one, or a first one soon after a sign-in at the provider. */
export function PasswordForm({ hasPassword }: Props) {
  const { api, session } = useServices()
  const { profile } = useSignedIn()
  const queryClient = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const [failure, setFailure] = useState<Failure<FieldName>>(NO_FAILURE)
  const [done, setDone] = useState<string | null>(null)
  const form = useFirstError(failure)
  const change = useMutation({
    mutationFn: ({ current, next }: Values) =>
      api.call(accountRoutes.changePassword, {
        body: { current_password: hasPassword ? current : null, new_password: next },
      }),
    onSuccess() {
      setValues(EMPTY)
      setDone(hasPassword ? words.changed : words.wasSet)
      session.updateProfile({ ...profile, has_password: true })
      void queryClient.invalidateQueries({ queryKey: settingsKeys.devices })
    },
    onError(error) {
      setFailure(failureOf(error, { wireNames: WIRE_NAMES, fallback: words.failed }))
    },
  })

  function type(name: FieldName, text: string) {
    setValues({ ...values, [name]: text })
    setFailure(NO_FAILURE)
    setDone(null)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (change.isPending) return
    setDone(null)
    const fields = faultsOf(values, hasPassword)
    setFailure({ fields, message: null })
    if (Object.keys(fields).length === 0) change.mutate(values)
  }

  return (
    <SettingsGroup
      title={hasPassword ? words.title : words.setTitle}
      text={hasPassword ? words.text : words.setText}
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {/* for password managers: whose password it is */}
        <input type="text" autoComplete="username" value={profile.username} readOnly hidden />
        {hasPassword && (
          <Field label={words.current} error={failure.fields.current}>
            {(control) => (
              <PasswordInput
                {...control}
                required
                autoComplete="current-password"
                value={values.current}
                onChange={(event) => type('current', event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={words.next} hint={words.nextHint(PASSWORD_MIN_CHARS)} error={failure.fields.next}>
          {(control) => (
            <PasswordInput
              {...control}
              required
              maxLength={PASSWORD_MAX_CHARS}
              autoComplete="new-password"
              value={values.next}
              onChange={(event) => type('next', event.target.value)}
            />
          )}
        </Field>
        <FailureNote message={failure.message} />
        {!hasPassword && <SignInAgain text={words.signInAgainText} backTo="profile" />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={change.isPending}>
            {change.isPending ? settings.saving : hasPassword ? words.change : words.set}
          </Button>
          <DoneNote message={done} />
        </div>
      </form>
    </SettingsGroup>
  )
}

/** Only what saves a round trip: the server judges. */
function faultsOf({ current, next }: Values, hasPassword: boolean): Partial<Record<FieldName, string>> {
  return {
    ...(hasPassword && current === '' && { current: words.needsCurrent }),
    ...(next.length < PASSWORD_MIN_CHARS && { next: words.tooShort(PASSWORD_MIN_CHARS) }),
  }
}
