import type { InstanceAgent } from '@flockwork/contract/admin/agents'
import { CONTROL_REASON_MAX_CHARS } from '@flockwork/contract/limits'
import { useState, type SubmitEvent } from 'react'
import { pause as words } from '../../../strings/admin-control.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { isPausedGloballyAlone, pausedBy, reasonOf } from './control-words.ts'
import { usePause } from './use-pause.ts'

/** Pauses the agent with a reason, or resumes it, and shows who paused it and why. */
export function AgentPause({ agent }: { agent: InstanceAgent }) {
  const { control } = agent
  const switching = usePause()
  const [reason, setReason] = useState('')
  const isPaused = control.is_disabled
  const isLocked = isPausedGloballyAlone(control)
  const isOwners = control.disabled_by?.some((entry) => entry.startsWith('owner:')) ?? false

  function pause(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (switching.isPending) return
    switching.mutate({ agent, disabled: true, reason: reason.trim() }, { onSuccess: () => setReason('') })
  }

  return (
    <form
      onSubmit={pause}
      className={`mb-5 flex flex-col gap-3 rounded-panel border p-4 ${isPaused ? 'border-rose bg-rose-soft' : 'border-line'}`}
    >
      {isPaused && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-base" dir="auto">
            <span className="font-medium">{pausedBy(control)}</span>
            {control.disabled_reason && `: ${control.disabled_reason}`}
            {isLocked && <span className="block text-sm text-ink-2">{words.liftedByGlobal}</span>}
            {isOwners && !isLocked && <span className="block text-sm text-ink-2">{words.lifts}</span>}
          </p>
          {!isLocked && (
            <Button busy={switching.isPending} onClick={() => switching.mutate({ agent, disabled: false })}>
              {words.resume}
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <Field label={words.reason} optional>
            {(field) => (
              <Input
                {...field}
                value={reason}
                maxLength={CONTROL_REASON_MAX_CHARS}
                placeholder={words.reasonDefault}
                autoComplete="off"
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant={isPaused ? 'outline' : 'danger'} busy={switching.isPending}>
          {isPaused ? words.saveReason : words.pause}
        </Button>
      </div>
      <p className="text-sm text-ink-3">{words.reasonHint}</p>
      <FailureNote
        message={
          switching.error &&
          words.failed(switching.variables.disabled ? 'disable' : 'enable', reasonOf(switching.error))
        }
      />
    </form>
  )
}
