import { mayDeleteNote } from '@flockwork/contract/policy/tasks'
import type { TaskNote } from '@flockwork/contract/tasks'
import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskNotes as words } from '../../../strings/task-notes.ts'
import { announce } from '../../../ui/announce.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { createAttempts } from '../../../api/attempts.ts'
import { useStoredDraft } from '../drafts/use-stored-draft.ts'
import { useHandles } from '../state/use-handles.ts'
import { AddNote } from './add-note.tsx'
import { noteDraft, parseNote } from './note-draft.ts'
import { NoteRow } from './note-row.tsx'
import { useTaskNotes, type TaskNotesState } from './use-task-notes.ts'

/** The notes of one task. */
export function NotesSection({ taskId }: { taskId: string }) {
  const state = useTaskNotes(taskId)
  const draft = useStoredDraft(noteDraft(taskId), parseNote)
  const [form, setForm] = useState<'closed' | 'found' | 'opened'>(draft.initial === null ? 'closed' : 'found')
  const addButton = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const wantsFocus = useRef(false)

  useEffect(() => {
    if (form !== 'closed' || !wantsFocus.current) return
    wantsFocus.current = false
    addButton.current?.focus()
  }, [form])

  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id={titleId} className="font-display text-lg font-semibold">
          {words.title}
        </h3>
        {form === 'closed' && (
          <Button
            ref={addButton}
            size="sm"
            icon={<Plus size={15} aria-hidden="true" />}
            onClick={() => setForm('opened')}
          >
            {words.add}
          </Button>
        )}
      </div>
      <NoteList taskId={taskId} state={state} focusAfterDeletion={() => addButton.current} />
      {form !== 'closed' && (
        <AddNote
          taskId={taskId}
          draft={draft}
          found={form === 'found' ? draft.initial : null}
          onAdded={(note) => {
            state.add(note)
            announce(words.added)
          }}
          onClose={() => {
            wantsFocus.current = true
            setForm('closed')
          }}
        />
      )}
    </section>
  )
}

interface ListProps {
  taskId: string
  state: TaskNotesState
  focusAfterDeletion: () => HTMLElement | null
}

function NoteList({ taskId, state, focusAfterDeletion }: ListProps) {
  const { profile } = useSignedIn()
  const handles = useHandles()
  const [asked, setAsked] = useState<TaskNote | null>(null)
  const { isBusy, remove } = useRemoveNote(taskId)
  const hasRemoved = useRef(false)
  const { notes, hasFailed, refetch, loadOlder, isLoadingOlder } = state
  const isShimmering = useSkeleton(notes === undefined && !hasFailed)

  function ask(note: TaskNote) {
    hasRemoved.current = false
    setAsked(note)
  }

  async function removeAsked() {
    if (asked === null) return
    const isRemoved = await remove(asked.id)
    hasRemoved.current = isRemoved
    setAsked(null)
    if (!isRemoved) return
    state.remove(asked.id)
    announce(words.deleted)
  }

  if (isShimmering) return <NotesSkeleton />
  return (
    <>
      {hasFailed && <LoadFailure isLine text={words.loadFailed} onRetry={refetch} />}
      {loadOlder && (
        <Button variant="quiet" size="sm" busy={isLoadingOlder} onClick={loadOlder} className="self-start">
          {isLoadingOlder ? words.loadingOlder : words.older}
        </Button>
      )}
      {notes?.length === 0 && <p className="text-sm text-ink-3">{words.none}</p>}
      {notes !== undefined && notes.length > 0 && (
        <ol>
          {notes.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              handles={handles}
              onDelete={mayDeleteNote({ accountId: profile.id }, note) ? () => ask(note) : null}
            />
          ))}
        </ol>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={words.deleteTitle}
        text={words.deleteQuestion}
        act={words.deleteAct}
        acting={words.deleting}
        busy={isBusy}
        tone="danger"
        onConfirm={() => void removeAsked()}
        onClose={() => setAsked(null)}
        returnTo={() => (hasRemoved.current ? focusAfterDeletion() : null)}
      />
    </>
  )
}

function NotesSkeleton() {
  return (
    <SkeletonGroup label={words.loading}>
      {[0, 1].map((row) => (
        <div key={row} className="flex gap-3 py-2">
          <Skeleton className="size-7" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}

/** @returns whether the note was deleted; a toast shows why if not */
function useRemoveNote(taskId: string) {
  const { api } = useServices()
  const toast = useToast()
  const [attempt] = useState(() => createAttempts())
  const [isBusy, setBusy] = useState(false)

  async function remove(noteId: string): Promise<boolean> {
    setBusy(true)
    const params = { id: taskId, noteId }
    try {
      await attempt(['remove note', noteId], (key) => api.tasks.removeNote({ params, key }))
      return true
    } catch {
      toast({ title: words.deleteFailedTitle, description: words.deleteFailed, tone: 'bad' })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, remove }
}
