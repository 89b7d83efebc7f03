import type { InstanceAgent } from '@flockwork/contract/admin/agents'
import { Pause, Play } from 'lucide-react'
import { pause as words } from '../../../strings/admin-control.ts'
import { AlertDialog } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isPausedGloballyAlone, reasonOf } from './control-words.ts'
import { usePause } from './use-pause.ts'

interface Props {
  agent: InstanceAgent
  tabIndex: 0 | -1
}

/** Pauses or resumes the agent with one click. */
export function PauseButton({ agent, tabIndex }: Props) {
  const switching = usePause()
  const { username, control } = agent
  const isPaused = control.is_disabled
  const isLocked = isPausedGloballyAlone(control)
  return (
    <>
      <IconButton
        tabIndex={tabIndex}
        label={isLocked ? words.liftedByGlobal : (isPaused ? words.resumeOne : words.pauseOne)(username)}
        icon={isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
        aria-disabled={isLocked || switching.isPending || undefined}
        onClick={() => {
          if (!isLocked && !switching.isPending) switching.mutate({ agent, disabled: !isPaused })
        }}
      />
      <AlertDialog
        title={words.alert}
        text={
          switching.error &&
          words.failed(switching.variables.disabled ? 'disable' : 'enable', reasonOf(switching.error))
        }
        onClose={switching.reset}
      />
    </>
  )
}
