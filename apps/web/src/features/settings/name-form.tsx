import { accountRoutes } from '@flockwork/contract/account'
import { FULL_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { failureText } from './failure-words.ts'
import { DoneNote } from './done-note.tsx'

const words = settings.profile

/** The full name; empty removes it. */
export function NameForm() {
  const { api, session } = useServices()
  const { profile } = useSignedIn()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { full_name: profile.full_name ?? '' },
    async send({ full_name: typed }) {
      const body = { full_name: typed.trim() === '' ? null : typed }
      const saved = await api.call(accountRoutes.update, { body })
      session.updateProfile(saved)
      // lists of people show everybody's name
      void queryClient.invalidateQueries({ queryKey: ['spaces'] })
      return saved
    },
    onSent(saved, typed) {
      // text typed since then isn't the saved name
      form.change((current) =>
        current.full_name === typed.full_name ? { full_name: saved.full_name ?? '' } : {},
      )
    },
    refused: (error) => failureText(error, words.saveFailed),
  })

  return (
    <form {...form.props} className="flex flex-col gap-3">
      <Field label={words.fullName} optional hint={words.fullNameHint} error={form.errors.full_name}>
        {(control) => (
          <Input
            {...control}
            {...form.text('full_name')}
            maxLength={FULL_NAME_MAX_CHARS}
            autoComplete="name"
          />
        )}
      </Field>
      <FailureNote message={form.message} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {form.isBusy ? settings.saving : words.save}
        </Button>
        <DoneNote message={form.sent && words.saved} />
      </div>
    </form>
  )
}
