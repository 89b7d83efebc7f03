import type { ControlCentre } from '@flockwork/contract/admin/control'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { globalSwitch as words } from '../../../strings/admin-control.ts'
import { AlertDialog, ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { adminKeys } from '../keys.ts'
import { reasonOf } from './control-words.ts'
import { refresh } from './use-pause.ts'

/** The switch for all managed agents; turning it on and off both need confirmation. */
export function GlobalSwitch({ centre: { global, agents } }: { centre: ControlCentre }) {
  const { api } = useServices()
  const client = useQueryClient()
  const toast = useToast()
  const [confirmation, setConfirmation] = useState({ pauses: true, isOpen: false })
  const [problem, setProblem] = useState<string | null>(null)
  const [first] = agents
  const toggle = useMutation({
    mutationFn: ({ id, disabled }: { id: string; disabled: boolean }) =>
      api.agents.updateControl({ params: { id }, body: { scope: 'global', disabled } }),
    onSuccess: ({ disabled, reason }) => {
      client.setQueryData<ControlCentre>(
        adminKeys.control,
        (centre) => centre && { ...centre, global: { disabled, reason } },
      )
      toast({ tone: disabled ? 'plain' : 'good', title: disabled ? words.enabled : words.disabled })
    },
    onError: (error) => setProblem(words.failed(reasonOf(error))),
    onSettled: () => refresh(client),
  })
  const { pauses, isOpen } = confirmation
  const close = () => setConfirmation({ pauses, isOpen: false })

  return (
    <div
      className={cx(
        'rounded-panel border p-4 transition-colors',
        global.disabled ? 'border-rose bg-rose-soft' : 'border-line bg-paper',
      )}
    >
      <Switch
        label={words.label}
        hint={
          global.disabled
            ? [words.on, global.reason && words.why(global.reason)].filter(Boolean).join(' ')
            : words.off
        }
        checked={global.disabled}
        onCheckedChange={(isOn) =>
          first === undefined ? setProblem(words.noAgents) : setConfirmation({ pauses: isOn, isOpen: true })
        }
      />
      <ConfirmDialog
        open={isOpen}
        title={pauses ? words.onTitle : words.offTitle}
        text={pauses ? words.onText(agents.length) : words.offText}
        act={pauses ? words.onAct : words.offAct}
        acting={words.working}
        busy={toggle.isPending}
        tone={pauses ? 'danger' : 'plain'}
        onConfirm={() => first && toggle.mutate({ id: first.id, disabled: pauses }, { onSettled: close })}
        onClose={close}
      />
      <AlertDialog title={words.label} text={problem} onClose={() => setProblem(null)} />
    </div>
  )
}
