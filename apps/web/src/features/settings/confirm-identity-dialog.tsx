import { accountRoutes } from '@flockwork/contract/account'
import { useServices } from '../../api/services.ts'
import { security } from '../../strings/account-security.ts'
import { settings } from '../../strings/settings.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { failureText } from './failure-words.ts'

const words = security.confirm

interface Props {
  open: boolean
  username: string
  onClose: (isProven: boolean) => void
}

export function ConfirmIdentityDialog({ open, username, onClose }: Props) {
  const { api } = useServices()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' && settings.password.needsCurrent }),
    send: ({ password }) => api.call(accountRoutes.reauthenticate, { body: { password } }),
    onSent() {
      form.reset()
      onClose(true)
    },
    refused: (error) => failureText(error, words.failed),
  })

  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose(false)}
      title={words.title}
      description={words.text}
      size="sm"
      phone="sheet"
      form={form}
      submit={words.act}
      submitting={words.acting}
      cancel={settings.cancel}
    >
      <form {...form.props} className="flex flex-col gap-4">
        {/* for password managers: whose password it is */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <Field label={words.password} error={form.errors.password}>
          {(control) => (
            <PasswordInput {...control} {...form.text('password')} required autoComplete="current-password" />
          )}
        </Field>
        <FailureNote message={form.message} />
      </form>
    </FormDialog>
  )
}
