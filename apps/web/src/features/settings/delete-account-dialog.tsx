import { accountRoutes } from '@flockwork/contract/account'
import { PERSONAL_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { strings } from '../../strings.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { failureOf, NO_FAILURE, type Failure } from './failure-words.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { useFirstError } from './use-first-error.ts'

const words = settings.remove
const KEPT_DAYS = PERSONAL_SPACE_RETENTION_MS / (24 * 60 * 60 * 1000)
const EMPTY = { password: '', username: '' }

type Values = typeof EMPTY
type FieldName = keyof Values

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The end of the account: says what ends and what stays, and asks twice (docs/rules/accounts.md#deletion). */
export function DeleteAccountDialog({ open, onOpenChange }: Props) {
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      footer={
        <>
          <Button type="submit" form={formId} variant="danger" busy={isBusy}>
            {isBusy ? words.deleting : words.act}
          </Button>
          <Button onClick={() => onOpenChange(false)}>{settings.cancel}</Button>
        </>
      }
    >
      <DeleteAccountForm id={formId} onBusy={setBusy} />
    </Dialog>
  )
}

/** A separate component, so that closing the dialog drops the password. */
function DeleteAccountForm({ id, onBusy }: { id: string; onBusy: (isBusy: boolean) => void }) {
  const { api, session } = useServices()
  const { profile } = useSignedIn()
  const { has_password: hasPassword, username } = profile
  const [values, setValues] = useState(EMPTY)
  const [failure, setFailure] = useState<Failure<FieldName>>(NO_FAILURE)
  const form = useFirstError(failure)
  const remove = useMutation({
    // may be empty: a fresh sign-in at the provider replaces the password
    mutationFn: () => api.call(accountRoutes.remove, { body: { password: values.password || null } }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess() {
      session.onAccountDeleted(profile.id)
      announce(strings.login.accountDeleted)
    },
    onError: (error) =>
      setFailure(failureOf(error, { wireNames: { password: 'password' }, fallback: words.failed })),
  })

  function type(name: FieldName, text: string) {
    setValues({ ...values, [name]: text })
    setFailure(NO_FAILURE)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (remove.isPending) return
    const isConfirmed = values.username.trim() === username
    setFailure(isConfirmed ? NO_FAILURE : { fields: { username: words.wrongUsername }, message: null })
    if (isConfirmed) remove.mutate()
  }

  return (
    <>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-base text-ink-2 marker:text-ink-3">
        <li>{words.ends}</li>
        <li>{words.stays}</li>
        <li>{words.erased(KEPT_DAYS)}</li>
        <li>{words.name(username)}</li>
      </ul>
      <form ref={form} id={id} noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
        {hasPassword ? (
          <Field label={words.password} error={failure.fields.password}>
            {(control) => (
              <PasswordInput
                {...control}
                required
                autoComplete="current-password"
                value={values.password}
                onChange={(event) => type('password', event.target.value)}
              />
            )}
          </Field>
        ) : (
          <SignInAgain text={words.signInAgainText} backTo="data" />
        )}
        <Field label={words.username(username)} error={failure.fields.username}>
          {(control) => (
            <Input
              {...control}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={values.username}
              onChange={(event) => type('username', event.target.value)}
            />
          )}
        </Field>
        <FailureNote message={failure.message} />
      </form>
    </>
  )
}
