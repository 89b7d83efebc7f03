import { useState } from 'react'
import { AgentDialog } from './agent-dialog.tsx'
import { SummaryDialog } from './summary-dialog.tsx'
import { placeOf, type LinkedAgent } from './use-linked-agent.ts'

interface Props {
  addressed: LinkedAgent | null
  onClose: () => void
  onMention: (handle: string) => void
}

/** The dialog of the account that the URL names. */
export function AddressedDialog({ addressed, onClose, onMention }: Props) {
  // keeps its agent during the closing animation
  const [last, setLast] = useState(addressed)
  if (addressed !== null && addressed !== last) setLast(addressed)
  const isOpen = placeOf(addressed) === 'here'

  if (last?.kind === 'agent') {
    return (
      <AgentDialog
        key={last.agent.id}
        agent={last.agent}
        open={isOpen}
        onClose={onClose}
        onMention={onMention}
      />
    )
  }
  if (last?.kind === 'other')
    return <SummaryDialog who={last.other} open={isOpen} onClose={onClose} onMention={onMention} />
  return null
}
