import { cloneElement, useState, type ComponentProps, type ReactElement } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Assignee } from './assignees.ts'

/** In a chunk of its own: most assignees are only read. */
const AssigneePopover = lazyPart(async () => (await import('./assignee-popover.tsx')).AssigneePopover)

interface Props {
  /** Named by what it does, as "Assign T-12". */
  trigger: ReactElement<ComponentProps<'button'>>
  value: Assignee | null
  onChoose: (to: Assignee | null) => void
}

/** One of the agents and people of the space, or nobody, behind a button. Typing narrows the list, Enter chooses. */
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
