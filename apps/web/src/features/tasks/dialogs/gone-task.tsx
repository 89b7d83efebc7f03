import { useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { draftText } from './draft-text.ts'
import { draftsOf, withoutDrafts } from './sheet-drafts.ts'

interface Props {
  taskId: string
  /** Of its announcement, if known. */
  messageId: string | null
}

/** Says that a task is gone, and shows its drafts, which can no longer be sent. */
export function GoneTask({ taskId, messageId }: Props) {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const keys = draftsOf(taskId, messageId)
  const read = () => spaceStates.read(profile.id, spaceId).drafts
  const drafts = useSyncExternalStore(spaceStates.subscribe, read)
  const texts = keys.map((key) => draftText(key, drafts[key] ?? ''))
  const text = texts.filter((one) => one.trim() !== '').join('\n\n')

  if (text === '') {
    return (
      <p role="alert" className="text-base text-ink-2">
        {words.goneNothing}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p role="alert" className="text-base text-ink-2">
        {words.goneText}
      </p>
      <Textarea aria-label={words.yourText} dir="auto" readOnly rows={8} value={text} />
      <div className="flex gap-2">
        <CopyButton words text={text} label={words.copyText} />
        <Button
          variant="quiet"
          onClick={() => spaceStates.update(profile.id, spaceId, (state) => withoutDrafts(state, keys))}
        >
          {words.discardText}
        </Button>
      </div>
    </div>
  )
}
