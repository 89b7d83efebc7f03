import { accountRoutes } from '@flockwork/contract/account'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '@flockwork/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { failureText } from './failure-words.ts'
import { DoneNote } from './done-note.tsx'
import { SettingsGroup } from './settings-group.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { settingsKeys } from './keys.ts'

const words = settings.password
const EMPTY = { current_password: '', new_password: '' }

interface Props {
  hasPassword: boolean
}

/** Changes the password with the current one, or sets a first one soon after a sign-in at the provider. */
export function PasswordForm({ hasPassword }: Props) {
  const { api, session } = useServices()
  const { profile } = useSignedIn()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: EMPTY,
    // client-side checks only save a round trip: the server validates
    check: (typed) => ({
      current_password: hasPassword && typed.current_password === '' && words.needsCurrent,
      new_password: typed.new_password.length < PASSWORD_MIN_CHARS && words.tooShort(PASSWORD_MIN_CHARS),
    }),
    async send({ current_password: current, new_password }) {
      const body = { current_password: hasPassword ? current : null, new_password }
      await api.call(accountRoutes.changePassword, { body })
      session.updateProfile({ ...profile, has_password: true })
      void queryClient.invalidateQueries({ queryKey: settingsKeys.devices })
      return hasPassword ? words.changed : words.wasSet
    },
    onSent: () => form.reset(),
    refused: (error) => failureText(error, words.failed),
  })

  return (
    <SettingsGroup
      title={hasPassword ? words.title : words.setTitle}
      text={hasPassword ? words.text : words.setText}
    >
      <form {...form.props} className="flex flex-col gap-4">
        {/* for password managers: whose password it is */}
        <input type="text" autoComplete="username" value={profile.username} readOnly hidden />
        {hasPassword && (
          <Field label={words.current} error={form.errors.current_password}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.text('current_password')}
                required
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
        <Field label={words.next} hint={words.nextHint(PASSWORD_MIN_CHARS)} error={form.errors.new_password}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.text('new_password')}
              required
              maxLength={PASSWORD_MAX_CHARS}
              autoComplete="new-password"
            />
          )}
        </Field>
        <FailureNote message={form.message} />
        {!hasPassword && <SignInAgain text={words.signInAgainText} backTo="profile" />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.isBusy}>
            {form.isBusy ? settings.saving : hasPassword ? words.change : words.set}
          </Button>
          <DoneNote message={form.sent} />
        </div>
      </form>
    </SettingsGroup>
  )
}
