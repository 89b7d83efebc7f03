import type { Agent } from '@flockwork/contract/agents'
import { useState } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { responding as words } from '../../../strings/agent-dialog.ts'
import { AlertDialog, ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { isGuide } from '../agent-facts.ts'
import { isPausedByAdmin, killSwitchProblem, limitLines, pauseText } from './control-words.ts'
import { DialogSection } from './dialog-section.tsx'
import { useKillSwitch } from './use-kill-switch.ts'

/** The kill switch: both directions need a confirmation (docs/rules/agents.md#kill-switch). */
export function RespondingSection({ agent }: { agent: Agent }) {
  const { username, control } = agent
  const kill = useKillSwitch(agent)
  const [confirmation, setAsked] = useState<{ disables: boolean; isOpen: boolean }>({
    disables: true,
    isOpen: false,
  })
  const isAdmin = useSignedIn().profile.role === 'admin'
  // an owner can't lift what an administrator paused (docs/rules/agents.md#kill-switch)
  const isLocked = isPausedByAdmin(control) && !isAdmin
  const limits = limitLines(control)
  const close = () => setAsked(({ disables }) => ({ disables, isOpen: false }))
  const verb = kill.variables === false ? 'enable' : 'disable'

  return (
    <DialogSection title={words.title}>
      <Switch
        label={words.label}
        hint={hintOf(control)}
        checked={!control.is_disabled}
        disabled={isLocked}
        onCheckedChange={(isOn) => setAsked({ disables: !isOn, isOpen: true })}
      />
      {limits.length > 0 && (
        <p className="pt-3 text-sm text-ink-3">
          {words.limits}: {limits.join('; ')}
        </p>
      )}
      <ConfirmDialog
        open={confirmation.isOpen}
        title={confirmation.disables ? words.offTitle(username) : words.onTitle(username)}
        text={confirmation.disables ? pauseText(isGuide(agent), isAdmin) : words.onText}
        act={confirmation.disables ? words.offAct : words.onAct}
        acting={words.working}
        busy={kill.isPending}
        tone={confirmation.disables ? 'danger' : 'plain'}
        onConfirm={() => kill.mutate(confirmation.disables, { onSettled: close })}
        onClose={close}
      />
      <AlertDialog
        title={words.title}
        text={kill.error && killSwitchProblem(verb, kill.error)}
        onClose={kill.reset}
      />
    </DialogSection>
  )
}

function hintOf(control: Agent['control']): string {
  if (!control.is_disabled) return words.on
  if (isPausedByAdmin(control)) return words.byAdmin
  return [words.off, control.disabled_reason].filter(Boolean).join(' ')
}
