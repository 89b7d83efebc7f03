import type { Space } from '@flockwork/contract/spaces'
import { spaceActivity as words } from '../../strings/space-activity.ts'
import { compactNumber } from './activity-facts.ts'

/** What is unread in a space, and how often it named the reader today. Nothing, when there is nothing. */
export function ForMe({ mine: { unread, mentions_24h: mentions } }: { mine: NonNullable<Space['mine']> }) {
  return (
    <p className="tabular flex flex-wrap items-baseline gap-x-2 text-sm">
      {unread > 0 && <span className="font-semibold text-egg">{words.unread(compactNumber(unread))}</span>}
      {mentions > 0 && (
        <span className="text-ink-2" title={words.mentionsToday}>
          {words.mentions(compactNumber(mentions))}
        </span>
      )}
    </p>
  )
}
