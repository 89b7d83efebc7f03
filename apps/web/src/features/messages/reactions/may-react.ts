import type { Message } from '@flockwork/contract/messages'
import { useOnline } from '../../../ui/use-online.ts'
import { DEMO_FEED } from '../state/keys.ts'

/** Whether reactions can be given now: without a network only where they stay in the page, as a demo's do. */
export function mayReact({ space_id, deleted_at }: Message, isOnline: boolean): boolean {
  return deleted_at === null && (isOnline || space_id === DEMO_FEED)
}

/** The same, judged anew when the network goes or comes. */
export function useMayReact(message: Message): boolean {
  return mayReact(message, useOnline())
}
