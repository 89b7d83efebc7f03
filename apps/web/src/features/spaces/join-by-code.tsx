import { discover } from '../../strings/discover.ts'
import { invites } from '../../strings/invites.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useJoinSpace } from './use-join-space.ts'

const words = { ...strings.spaces, ...discover }

/** Joins a space by an invite code. */
export function JoinByCode() {
  const join = useJoinSpace()
  const form = useForm({
    initial: { invite_code: '' },
    send: ({ invite_code }) => join.mutateAsync(invite_code),
  })
  return (
    <section className="max-w-140 py-2">
      <h2 className="text-lg font-semibold">{words.joinTitle}</h2>
      <p className="text-nav text-ink-3">{words.joinText}</p>
      <form {...form.props} className="mt-4">
        <Field label={invites.inviteCode} error={form.errors.invite_code}>
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                {...form.text('invite_code')}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="min-w-0 flex-1 font-mono"
              />
              <Button type="submit" busy={form.isBusy} disabled={form.values.invite_code.trim() === ''}>
                {form.isBusy ? words.joining : words.join}
              </Button>
            </div>
          )}
        </Field>
      </form>
    </section>
  )
}
