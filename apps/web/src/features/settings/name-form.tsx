import { accountRoutes } from '@flockwork/contract/account'
import { FULL_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { failureOf, NO_FAILURE, type Failure } from './failure-words.ts'
import { DoneNote } from './done-note.tsx'
import { useFirstError } from './use-first-error.ts'

const words = settings.profile
const FORM = { wireNames: { full_name: 'name' }, fallback: words.saveFailed } as const

/** The full name; empty takes it away. */
export function NameForm() {
  const { api, session } = useServices()
  const { profile } = useSignedIn()
  const queryClient = useQueryClient()
  const [name, setName] = useState(profile.full_name ?? '')
  const save = useMutation({
    mutationFn: (typed: string) =>
      api.call(accountRoutes.update, { body: { full_name: typed.trim() === '' ? null : typed } }),
    onSuccess(saved, typed) {
      session.updateProfile(saved)
      // what was typed since is not the saved name
      setName((current) => (current === typed ? (saved.full_name ?? '') : current))
      // lists of people name everybody
      void queryClient.invalidateQueries({ queryKey: ['spaces'] })
    },
  })
  const failure: Failure<'name'> = save.error ? failureOf(save.error, FORM) : NO_FAILURE
  const form = useFirstError(save.error)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!save.isPending) save.mutate(name)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={words.fullName} optional hint={words.fullNameHint} error={failure.fields.name}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={FULL_NAME_MAX_CHARS}
            autoComplete="name"
            onChange={(event) => {
              setName(event.target.value)
              if (!save.isPending) save.reset()
            }}
          />
        )}
      </Field>
      <FailureNote message={failure.message} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {save.isPending ? settings.saving : words.save}
        </Button>
        <DoneNote message={save.isSuccess ? words.saved : null} />
      </div>
    </form>
  )
}
