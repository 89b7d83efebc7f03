import { INVITE_DEFAULT_HOURS, INVITE_MAX_HOURS } from '@flockwork/contract/limits'
import { invites } from '../../strings/invites.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { inDays, readTerms, termsFaults } from './invite-terms.ts'
import { MadeInvite } from './made-invite.tsx'
import type { SpaceDialogProps } from './space-dialog.ts'
import { useInvite } from './use-invite.ts'

const words = strings.spaces
const INITIAL = { expires_hours: String(INVITE_DEFAULT_HOURS), max_uses: '' }

/** Invite Members: the terms, then the link and code, which are shown once (docs/rules/spaces.md#invites). */
export function InviteDialog({ space, open, onOpenChange }: SpaceDialogProps) {
  const invite = useInvite()
  const form = useForm({
    initial: INITIAL,
    check: termsFaults,
    send: (typed) => invite.mutateAsync({ spaceId: space.id, terms: readTerms(typed) }),
  })
  const made = form.sent

  function close() {
    onOpenChange(false)
    form.reset()
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={invites.inviteTo(space.name)}
      size="sm"
      phone="sheet"
      form={form}
      submit={invites.makeInvite}
      submitting={invites.makingInvite}
      cancel={words.cancel}
      {...(made && {
        footer: (
          <>
            <Button variant="primary" onClick={close}>
              {invites.done}
            </Button>
            <Button onClick={form.reset}>{invites.anotherInvite}</Button>
          </>
        ),
      })}
    >
      {made ? (
        <MadeInvite space={space} invite={made} />
      ) : (
        <form {...form.props} className="grid gap-4 sm:grid-cols-2">
          <Field
            label={invites.expiry}
            hint={inDays(form.values.expires_hours)}
            error={form.errors.expires_hours}
            aside={<span className="text-sm text-ink-3">{invites.hours}</span>}
          >
            {(control) => (
              <Input
                {...control}
                {...form.text('expires_hours')}
                type="number"
                inputMode="numeric"
                min={1}
                max={INVITE_MAX_HOURS}
              />
            )}
          </Field>
          <Field label={invites.maxUses} optional hint={invites.unlimited} error={form.errors.max_uses}>
            {(control) => (
              <Input {...control} {...form.text('max_uses')} type="number" inputMode="numeric" min={1} />
            )}
          </Field>
        </form>
      )}
    </FormDialog>
  )
}
