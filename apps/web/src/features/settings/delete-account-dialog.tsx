import { accountRoutes } from '@flockwork/contract/account'
import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { strings } from '../../strings.ts'
import { announce } from '../../ui/announce.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { failureText } from './failure-words.ts'
import { SignInAgain } from './sign-in-again.tsx'

const words = settings.remove
const KEPT_DAYS = DELETED_SPACE_RETENTION_MS / (24 * 60 * 60 * 1000)
const EMPTY = { username: '' }

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Deletes the account: says what is deleted and what remains, and confirms twice (docs/rules/accounts.md#deletion). */
export function DeleteAccountDialog({ open, onOpenChange }: Props) {
  const { api, session } = useServices()
  const { profile } = useSignedIn()
  const { has_password: hasPassword, username } = profile
  const form = useForm({
    initial: EMPTY,
    check: (typed) => ({ username: typed.username.trim() !== username && words.wrongUsername }),
    async send() {
      // without a recent sign-in, the password is asked for (confirm-identity.tsx)
      await api.call(accountRoutes.remove, {})
      session.onAccountDeleted(profile.id)
      announce(strings.login.accountDeleted)
    },
    refused: (error) => failureText(error, words.failed),
  })

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      form={form}
      tone="danger"
      submit={words.act}
      submitting={words.deleting}
      cancel={settings.cancel}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-base text-ink-2 marker:text-ink-3">
        <li>{words.ends}</li>
        <li>{words.stays}</li>
        <li>{words.erased(KEPT_DAYS)}</li>
        <li>{words.name(username)}</li>
      </ul>
      <form {...form.props} className="mt-5 flex flex-col gap-4">
        {!hasPassword && <SignInAgain text={words.signInAgainText} backTo="data" />}
        <Field label={words.username(username)} error={form.errors.username}>
          {(control) => (
            <Input
              {...control}
              {...form.text('username')}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <FailureNote message={form.message} />
      </form>
    </FormDialog>
  )
}
