import { card as words } from '../../strings/agents.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** When somebody was active last; a time that can't be read is said to be one. */
export function LastActive({ at }: { at: string | null }) {
  if (at === null) return words.unknownTime
  return Number.isNaN(Date.parse(at)) ? words.invalidDate : <RelativeTime at={at} />
}
