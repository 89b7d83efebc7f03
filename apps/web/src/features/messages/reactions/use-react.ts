import type { Message } from '@flockwork/contract/messages'
import { useCallback } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { reactorOf } from './reactors.ts'

const words = strings.messages

/** Giving and taking back reactions in a space; a failure undoes what was shown and says so. */
export function useReact(spaceId: string): (message: Message, emoji: string) => void {
  const services = useServices()
  const toast = useToast()
  return useCallback(
    ({ id }: Message, emoji: string) => {
      const tell = (error: unknown) =>
        toast({
          title: words.reactionFailed,
          description: detailOf(error, words.reactionFailedText),
          tone: 'bad',
        })
      reactorOf(services, spaceId, tell).toggle(id, emoji)
    },
    [services, spaceId, toast],
  )
}
