import type { Message } from '@flockwork/contract/messages'
import { clockTime, fullDay } from '../../../ui/format-time.ts'

/** How many of the last messages the Copy menu offers. */
export const COPY_LAST = [5, 10, 25] as const

/** Messages as plain text, one a line: `{author} ({time}): {content}`. */
export function toPlainText(messages: readonly Message[]): string {
  return messages
    .map(({ username, uploaded_at, content }) => {
      const at = new Date(uploaded_at)
      return `${username} (${fullDay(at)}, ${clockTime(at)}): ${content}`
    })
    .join('\n')
}
