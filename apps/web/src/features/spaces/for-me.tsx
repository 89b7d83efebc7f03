import type { Space } from '@flockwork/contract/spaces'
import { spaceActivity as words } from '../../strings/space-activity.ts'
import { compactNumber } from './activity-facts.ts'

/** The unread count of a space, and today's mentions of the user. Renders nothing if both are 0. */
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
