import { useEffect, useState } from 'react'
import { useServices } from '../../api/services.ts'
import { onNewTaskRequest, type NewTaskDraft } from '../../features/task-refs/index.ts'
import { loadNewTaskDialog } from '../../features/tasks/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const NewTaskDialog = lazyPart(async () => (await loadNewTaskDialog()).NewTaskDialog)

interface Requested {
  readonly request: NewTaskDraft
  /** Each request mounts its own dialog. */
  readonly number: number
}

/** The dialog of a new task, over any page that requests it. */
export function NewTask() {
  const { spaceStates } = useServices()
  const [requested, setRequested] = useState<Requested | null>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)

  useEffect(
    () =>
      onNewTaskRequest((request) => {
        // save the last dialog's draft for the next one
        spaceStates.saveOpenFields()
        setRequested((before) => ({ request, number: (before?.number ?? 0) + 1 }))
        setOpen(true)
      }),
    [spaceStates],
  )

  if (requested === null) return null
  return (
    <NewTaskDialog
      key={requested.number}
      when={isOpen}
      onLoadError={close}
      open={isOpen}
      onClose={close}
      request={requested.request}
    />
  )
}
