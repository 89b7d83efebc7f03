import { DELETE_REASON_MAX_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useForm } from '../../../ui/use-form.ts'
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
  const { isAdmin } = useViewer()
  const remove = useRemove(message)
  const [isDone, setDone] = useState(false)
  const form = useForm({
    initial: { reason: windowWords.deleteReasonDefault, permanent: false },
    async send(values) {
      await remove(values)
      setDone(true)
      onClose()
    },
  })

  return (
    <FormDialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      phone="sheet"
      title={windowWords.deleteTitle}
      description={windowWords.deleteQuestion}
      returnTo={() => (isDone ? rowBeside(message.id) : rowOf(message.id))}
      form={form}
      tone="danger"
      submit={words.delete}
      submitting={windowWords.deleting}
      cancel={words.cancel}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <Field label={windowWords.deleteReason} optional>
          {(control) => (
            <Input
              {...control}
              {...form.text('reason')}
              data-initial-focus
              maxLength={DELETE_REASON_MAX_CHARS}
            />
          )}
        </Field>
        {isAdmin && (
          <label className="flex items-start gap-2.5 text-base">
            <input
              type="checkbox"
              checked={form.values.permanent}
              onChange={({ target }) => form.change({ permanent: target.checked })}
              className="mt-1 size-4 accent-rose"
            />
            <span>
              {windowWords.erase}
              <span className="block text-sm text-ink-3">{windowWords.eraseHint}</span>
            </span>
          </label>
        )}
      </form>
    </FormDialog>
  )
}

/** Deletes it, `permanent` with the message's text and history, and shows a toast. */
function useRemove(message: Message) {
  const { api } = useServices()
  const toast = useToast()
  const { id, space_id: spaceId } = message

  return async ({ reason, permanent }: { reason: string; permanent: boolean }): Promise<void> => {
    const query = { ...(reason.trim() !== '' && { reason: reason.trim() }), permanent }
    try {
      const answer = await api.messages.remove({ params: { id }, query })
      const deleted = answer?.message ?? asDeleted(message, Date.now())
      feedOf(spaceId).update((state) => withEditAnswer(state, deleted))
      toast({ title: windowWords.deleted, tone: 'good' })
    } catch (error) {
      const description = detailOf(error, windowWords.deleteFailed)
      toast({ title: windowWords.deleteFailed, description, tone: 'bad' })
      throw error
    }
  }
}
