import { card as words } from '../../strings/agents.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** When an account was last active; an unreadable time is labelled as such. */
export function LastActive({ at }: { at: string | null }) {
  if (at === null) return words.unknownTime
  return Number.isNaN(Date.parse(at)) ? words.invalidDate : <RelativeTime at={at} />
}
