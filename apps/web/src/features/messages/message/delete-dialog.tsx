import { DELETE_REASON_MAX_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { useId, useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { rowBeside, rowOf } from '../context/row-elements.ts'
import { useViewer } from '../context/use-rights.ts'
import { feedOf } from '../state/feed-store.ts'
import { asDeleted, withEditAnswer } from '../state/own-changes.ts'

const words = strings.messages

interface Props {
  message: Message
  isOpen: boolean
  onClose: () => void
}

/** Confirms the deletion of a message and asks for a reason. Then the focus goes to the message after it. */
export function DeleteDialog(props: Props) {
  return <Form key={props.message.id} {...props} />
}

function Form({ message, isOpen, onClose }: Props) {
  const formId = useId()
  const { isAdmin } = useViewer()
  const { remove, isRemoving } = useRemove(message)
  const [reason, setReason] = useState<string>(windowWords.deleteReasonDefault)
  const [isPermanent, setPermanent] = useState(false)
  const [isDone, setDone] = useState(false)

  async function send() {
    if (isRemoving || !(await remove(reason.trim(), isPermanent))) return
    setDone(true)
    onClose()
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      phone="sheet"
      title={windowWords.deleteTitle}
      description={windowWords.deleteQuestion}
      returnTo={() => (isDone ? rowBeside(message.id) : rowOf(message.id))}
      footer={
        <>
          <Button type="submit" form={formId} variant="danger" busy={isRemoving}>
            {isRemoving ? windowWords.deleting : words.delete}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field label={windowWords.deleteReason} optional>
          {(control) => (
            <Input
              {...control}
              data-initial-focus
              value={reason}
              maxLength={DELETE_REASON_MAX_CHARS}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        {isAdmin && (
          <label className="flex items-start gap-2.5 text-base">
            <input
              type="checkbox"
              checked={isPermanent}
              onChange={({ target }) => setPermanent(target.checked)}
              className="mt-1 size-4 accent-rose"
            />
            <span>
              {windowWords.erase}
              <span className="block text-sm text-ink-3">{windowWords.eraseHint}</span>
            </span>
          </label>
        )}
      </form>
    </Dialog>
  )
}

interface Remove {
  /** Deletes it and shows a toast. @returns whether it is deleted */
  remove: (reason: string, isPermanent: boolean) => Promise<boolean>
  isRemoving: boolean
}

/** `isPermanent` also purges the message's text and history. */
function useRemove(message: Message): Remove {
  const { api } = useServices()
  const toast = useToast()
  const [isRemoving, setRemoving] = useState(false)
  const { id, space_id: spaceId } = message

  async function remove(reason: string, isPermanent: boolean): Promise<boolean> {
    setRemoving(true)
    try {
      const query = { ...(reason !== '' && { reason }), permanent: isPermanent }
      const answer = await api.messages.remove({ params: { id }, query })
      const deleted = answer?.message ?? asDeleted(message, Date.now())
      feedOf(spaceId).update((state) => withEditAnswer(state, deleted))
      toast({ title: windowWords.deleted, tone: 'good' })
      return true
    } catch (error) {
      toast({
        title: windowWords.deleteFailed,
        description: detailOf(error, windowWords.deleteFailed),
        tone: 'bad',
      })
      return false
    } finally {
      setRemoving(false)
    }
  }

  return { remove, isRemoving }
}
