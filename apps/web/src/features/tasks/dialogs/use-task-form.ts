import type { Task } from '@flockwork/contract/tasks'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { fieldErrorsOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { createAttempts } from '../../../api/attempts.ts'
import { ChangedMeanwhile } from '../actions/fresh-version.ts'
import { useStoredDraft } from '../drafts/use-stored-draft.ts'
import { useTaskCache } from '../state/use-task-cache.ts'
import { descriptionFault, minutesFault, skillsFault, titleFault } from './checks.ts'
import {
  changedFields,
  conflictsOf,
  isEdited,
  keepMine,
  NO_EDITS,
  parseEdits,
  withoutSaved,
  shownValues,
  taskDraft,
  withEdit,
  withoutEdit,
  type Edits,
} from './edits.ts'
import { NotSaved, saveTask } from './save-task.ts'
import { TASK_FIELDS, valuesOf, type TaskField, type TaskValues } from './values.ts'

export type TaskFaults = { readonly [Name in TaskField]?: string | undefined }

export interface TaskForm {
  readonly values: TaskValues
  readonly faults: TaskFaults
  /** The error of the whole form. */
  readonly message: string | null
  /** The fields that somebody else has changed too, with their current values. */
  readonly conflicts: readonly TaskField[]
  readonly theirs: TaskValues
  readonly isChanged: boolean
  readonly isSaving: boolean
  /** The draft is from before this sheet opened. */
  readonly isRestored: boolean
  /** Another tab's unsent edits, while there are none here. */
  readonly elsewhere: Edits | null
  edit: <Name extends TaskField>(name: Name, value: TaskValues[Name]) => void
  keepMine: (name: TaskField) => void
  takeTheirs: (name: TaskField) => void
  takeElsewhere: () => void
  discard: () => void
  /** `faults` are those that only the mounted fields know. */
  save: (faults?: TaskFaults) => Promise<void>
}

/** The edits of one task: stored until saved, on top of others' changes. */
export function useTaskForm(task: Task, onSaved: () => void): TaskForm {
  const { api } = useServices()
  const { replace, refetch } = useTaskCache()
  const toast = useToast()
  const [attempt] = useState(() => createAttempts())
  const draft = useStoredDraft(taskDraft(task.id), parseEdits)
  const theirs = useMemo(() => valuesOf(task), [task])
  const [edits, setEdits] = useState(() => withoutSaved(draft.initial ?? NO_EDITS, theirs))
  const [isRestored, setRestored] = useState(isEdited(edits))
  const [faults, setFaults] = useState<TaskFaults>({})
  const [message, setMessage] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  // a ref: typing continues while a response is awaited
  const latest = useRef(edits)
  const underWay = useRef(false)
  const isShown = useRef(true)

  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const conflicts = conflictsOf(edits, theirs)
  const values = shownValues(edits, theirs)
  const isChanged = changedFields(edits, theirs).length > 0

  function keep(next: Edits) {
    latest.current = next
    setEdits(next)
    draft.save(isEdited(next) ? next : null)
  }

  function become(next: Edits) {
    keep(next)
    setMessage(null)
  }

  // saved values belong to the task: later changes by others are no conflict
  const settle = useEffectEvent(() => {
    const next = withoutSaved(latest.current, theirs)
    if (Object.keys(next.mine).length < Object.keys(latest.current.mine).length) keep(next)
  })
  useEffect(() => settle(), [theirs])

  function clearFault(name: TaskField) {
    setFaults((known) => ({ ...known, [name]: undefined }))
  }

  async function save(shown: TaskFaults = {}): Promise<void> {
    if (underWay.current) return
    const found = { ...faultsOf(values), ...shown }
    setFaults(found)
    if (Object.values(found).some((fault) => fault !== undefined)) return
    if (conflicts.length > 0) return setMessage(words.changedMeanwhile)
    underWay.current = true
    setSaving(true)
    setMessage(null)
    try {
      const saved = await saveTask({ api, attempt, replace }, task, latest.current)
      become(withoutSaved(latest.current, valuesOf(saved)))
      void refetch()
      if (!isEdited(latest.current)) {
        toast({ title: words.saved(task.display_id), tone: 'good' })
        if (isShown.current) onSaved()
      }
    } catch (error) {
      fail(error)
    } finally {
      underWay.current = false
      setSaving(false)
    }
  }

  function fail(error: unknown) {
    if (error instanceof ChangedMeanwhile) return setMessage(words.changedMeanwhile)
    const named = error instanceof NotSaved ? fieldFaults(error.error) : {}
    const said = error instanceof Error ? error.message : words.notSaved(task.display_id)
    // closed meanwhile: the edits are stored, and nothing else would report that they weren't saved
    if (!isShown.current) {
      toast({ title: words.notSaved(task.display_id), description: said, tone: 'bad' })
    } else if (Object.keys(named).length > 0) setFaults(named)
    else setMessage(said)
  }

  return {
    values,
    faults,
    message,
    conflicts,
    theirs,
    isChanged,
    isSaving,
    isRestored: isRestored && isEdited(edits),
    elsewhere: isEdited(edits) ? null : draft.elsewhere,
    edit(name, value) {
      clearFault(name)
      become(withEdit(latest.current, theirs, name, value))
    },
    keepMine: (name) => become(keepMine(latest.current, theirs, name)),
    takeTheirs(name) {
      clearFault(name)
      become(withoutEdit(latest.current, name))
    },
    takeElsewhere() {
      if (draft.elsewhere) become(withoutSaved(draft.elsewhere, theirs))
    },
    discard() {
      setFaults({})
      setRestored(false)
      become(NO_EDITS)
    },
    save,
  }
}

function faultsOf(values: TaskValues): TaskFaults {
  const found = {
    title: titleFault(values.title),
    description: descriptionFault(values.description),
    expected_minutes: minutesFault(values.expected_minutes),
    skills: skillsFault(values.skills),
  }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== false))
}

/** Maps the server's field errors to the form's fields. */
function fieldFaults(error: unknown): TaskFaults {
  const { agent_id, user_id, ...named } = fieldErrorsOf(error)
  const assignee = agent_id ?? user_id
  const all: Record<string, string | undefined> = { ...named, assignee }
  return Object.fromEntries(
    TASK_FIELDS.map((name) => [name, all[name]]).filter(([, said]) => said !== undefined),
  )
}
