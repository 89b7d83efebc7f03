import { INVITE_DEFAULT_HOURS, INVITE_MAX_HOURS } from '@flockwork/contract/limits'
import type { Space } from '@flockwork/contract/spaces'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { fullTime } from '../../ui/format-time.ts'
import { Input } from '../../ui/input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { readTerms, termsFaults } from './invite-terms.ts'
import { useInvite, type Invite } from './use-invite.ts'

const words = strings.spaces
const INITIAL = { expires_hours: String(INVITE_DEFAULT_HOURS), max_uses: '' }

interface Props {
  space: Space
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Invite Members: the terms, then the code, which is shown once (docs/rules/spaces.md#invites). */
export function InviteDialog({ space, open, onOpenChange }: Props) {
  const invite = useInvite(space.id)
  const form = useForm({
    initial: INITIAL,
    check: termsFaults,
    send: (typed) => invite.mutateAsync(readTerms(typed)),
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
      title={words.inviteTo(space.name)}
      size="sm"
      phone="sheet"
      form={form}
      submit={words.makeInvite}
      submitting={words.makingInvite}
      cancel={words.cancel}
      {...(made && {
        footer: (
          <>
            <Button variant="primary" onClick={close}>
              {words.done}
            </Button>
            <Button onClick={form.reset}>{words.anotherInvite}</Button>
          </>
        ),
      })}
    >
      {made ? (
        <MadeInvite invite={made} />
      ) : (
        <form {...form.props} className="grid gap-4 sm:grid-cols-2">
          <Field
            label={words.expiry}
            error={form.errors.expires_hours}
            aside={<span className="text-sm text-ink-3">{words.hours}</span>}
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
          <Field label={words.maxUses} optional hint={words.unlimited} error={form.errors.max_uses}>
            {(control) => (
              <Input {...control} {...form.text('max_uses')} type="number" inputMode="numeric" min={1} />
            )}
          </Field>
        </form>
      )}
    </FormDialog>
  )
}

function MadeInvite({ invite }: { invite: Invite }) {
  const { invite_code, expires_at, max_uses } = invite
  return (
    <div role="status">
      <p className="pb-1.5 text-sm font-medium text-ink">{words.inviteCode}</p>
      <div className="flex items-center gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
        <p dir="ltr" className="code min-w-0 flex-1 py-1 break-all">
          {invite_code}
        </p>
        <CopyButton text={invite_code} label={words.copyCode} />
      </div>
      <p className="mt-2 text-sm text-ink-3">
        {words.inviteOnce} {words.validUntil(fullTime(new Date(expires_at)))} {words.uses(max_uses)}
      </p>
    </div>
  )
}
