import { DELETE_REASON_MAX_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { useId, useState } from 'react'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { strings } from '../../../strings.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { rowBeside, rowOf } from '../context/row-elements.ts'
import { useRemove } from './use-remove.ts'
import { useViewer } from '../context/use-rights.ts'

const words = strings.messages

interface Props {
  message: Message
  isOpen: boolean
  onClose: () => void
}

/** Asks before a message is deleted, with the reason. Then the focus goes to the message after it. */
export function DeleteDialog(props: Props) {
  return <Question key={props.message.id} {...props} />
}

function Question({ message, isOpen, onClose }: Props) {
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
