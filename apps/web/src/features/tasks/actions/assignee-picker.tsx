import { cloneElement, useState, type ComponentProps, type ReactElement } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Assignee } from './assignees.ts'

/** A separate chunk: most assignees are only displayed. */
const AssigneePopover = lazyPart(async () => (await import('./assignee-popover.tsx')).AssigneePopover)

interface Props {
  /** Its accessible name is the action, as "Assign T-12". */
  trigger: ReactElement<ComponentProps<'button'>>
  value: Assignee | null
  onChoose: (to: Assignee | null) => void
}

/** Picks an agent or person of the space, or nobody, behind a button. Typing filters the list, Enter selects. */
export function AssigneePicker({ trigger, value, onChoose }: Props) {
  const [isWanted, setWanted] = useState(false)
  const button = cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    onClick: () => setWanted(true),
    onPointerEnter: () => void AssigneePopover.preload().catch(() => undefined),
  })
  if (!isWanted) return button
  return (
    <AssigneePopover
      trigger={trigger}
      value={value}
      onChoose={onChoose}
      onLoadError={() => setWanted(false)}
      fallback={button}
    />
  )
}
