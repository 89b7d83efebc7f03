import type { Message } from '@flockwork/contract/messages'
import { useState } from 'react'
import { detailOf, violationOf, type Violation } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { withEditAnswer } from '../state/own-changes.ts'
import { feedOf } from '../state/feed-store.ts'

interface Edit {
  /** Replaces the text and says how it went. @returns whether it is saved */
  save: (content: string) => Promise<boolean>
  isSaving: boolean
  /** What the guardrails said about the last one, until `clearViolation` (when the text changes). */
  violation: Violation | null
  clearViolation: () => void
}

/** Changing the text of a message. */
export function useEdit({ id, space_id: spaceId }: Message): Edit {
  const { api } = useServices()
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const [violation, setViolation] = useState<Violation | null>(null)

  async function save(content: string): Promise<boolean> {
    setSaving(true)
    try {
      const { message } = await api.messages.edit({ params: { id }, body: { content } })
      feedOf(spaceId).update((state) => withEditAnswer(state, message))
      toast({ title: windowWords.updated, tone: 'good' })
      return true
    } catch (error) {
      const blocked = violationOf(error)
      setViolation(blocked)
      const description = blocked ? blocked.message : detailOf(error, windowWords.updateFailed)
      toast({ title: windowWords.editFailed, description, tone: 'bad' })
      return false
    } finally {
      setSaving(false)
    }
  }

  return { save, isSaving, violation, clearViolation: () => setViolation(null) }
}
