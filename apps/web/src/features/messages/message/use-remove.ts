import type { Message } from '@flockwork/contract/messages'
import { useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { asDeleted, withEditAnswer } from '../state/own-changes.ts'
import { feedOf } from '../state/feed-store.ts'

interface Remove {
  /** Deletes it and says how it went. @returns whether it is deleted */
  remove: (reason: string, isPermanent: boolean) => Promise<boolean>
  isRemoving: boolean
}

/** Deleting a message; `isPermanent` also erases its text and its history. */
export function useRemove(message: Message): Remove {
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
