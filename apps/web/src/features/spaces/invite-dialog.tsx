import { INVITE_DEFAULT_HOURS, INVITE_MAX_HOURS } from '@flockwork/contract/limits'
import type { Space } from '@flockwork/contract/spaces'
import { useId, useState, type SubmitEvent } from 'react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { fullTime } from '../../ui/format-time.ts'
import { Input } from '../../ui/input.tsx'
import { readTerms, type TermsFaults } from './invite-terms.ts'
import { useInvite, type Invite } from './use-invite.ts'

const words = strings.spaces
const EMPTY = { hours: String(INVITE_DEFAULT_HOURS), uses: '' }
const NO_FAULTS: TermsFaults = {}

interface Props {
  space: Space
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Invite Members: the terms, then the code, which is shown once (docs/rules/spaces.md#invites). */
export function InviteDialog({ space, open, onOpenChange }: Props) {
  const invite = useInvite(space.id)
  const formId = useId()
  const [typed, setTyped] = useState(EMPTY)
  const [faults, setFaults] = useState(NO_FAULTS)
  const made = invite.data

  function startAgain() {
    setTyped(EMPTY)
    setFaults(NO_FAULTS)
    invite.reset()
  }

  function changeOpen(next: boolean) {
    onOpenChange(next)
    if (!next) startAgain()
  }

  function change(part: Partial<typeof EMPTY>) {
    setTyped({ ...typed, ...part })
    setFaults(NO_FAULTS)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (invite.isPending) return
    const { terms, faults } = readTerms(typed)
    setFaults(faults)
    const wrong = faults.hours ? 'hours' : faults.uses ? 'uses' : null
    if (wrong) event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    else invite.mutate(terms)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={words.inviteTo(space.name)}
      size="sm"
      phone="sheet"
      footer={
        made ? (
          <>
            <Button variant="primary" onClick={() => changeOpen(false)}>
              {words.done}
            </Button>
            <Button onClick={startAgain}>{words.anotherInvite}</Button>
          </>
        ) : (
          <>
            <Button type="submit" form={formId} variant="primary" busy={invite.isPending}>
              {invite.isPending ? words.makingInvite : words.makeInvite}
            </Button>
            <Button onClick={() => changeOpen(false)}>{words.cancel}</Button>
          </>
        )
      }
    >
      {made ? (
        <MadeInvite invite={made} />
      ) : (
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
          <Field
            label={words.expiry}
            error={faults.hours}
            aside={<span className="text-sm text-ink-3">{words.hours}</span>}
          >
            {(control) => (
              <Input
                {...control}
                name="hours"
                type="number"
                inputMode="numeric"
                min={1}
                max={INVITE_MAX_HOURS}
                value={typed.hours}
                onChange={(event) => change({ hours: event.target.value })}
              />
            )}
          </Field>
          <Field label={words.maxUses} optional hint={words.unlimited} error={faults.uses}>
            {(control) => (
              <Input
                {...control}
                name="uses"
                type="number"
                inputMode="numeric"
                min={1}
                value={typed.uses}
                onChange={(event) => change({ uses: event.target.value })}
              />
            )}
          </Field>
        </form>
      )}
    </Dialog>
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
