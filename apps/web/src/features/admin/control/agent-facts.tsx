import type { InstanceAgent } from '@flockwork/contract/admin/agents'
import type { ReactNode } from 'react'
import { details as words, instance } from '../../../strings/admin-control.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'
import { recentActivity } from './control-words.ts'

const LINK = 'rounded-chip text-spruce underline-offset-2 hover:underline'

interface Props {
  agent: InstanceAgent
  onOwner: (handle: string) => void
  onSpace: (space: { id: string; name: string }) => void
}

/** Its owner and spaces, what it has open, and its pending deliveries. */
export function AgentFacts({ agent, onOwner, onSpace }: Props) {
  const {
    owner,
    spaces,
    spaces_count: count,
    placement,
    open,
    deliveries,
    connection,
    breaker_until: until,
  } = agent
  const waiting = (['stored', 'delivered', 'held'] as const)
    .filter((state) => deliveries[state] > 0)
    .map((state) => `${shownNumber(deliveries[state])} ${words.deliveries[state]}`)
  return (
    <dl className="grid gap-x-6 gap-y-2 pb-5 text-sm sm:grid-cols-2">
      <Fact name={words.owner}>
        {owner === null ? (
          words.ofInstance
        ) : (
          <button
            type="button"
            className={LINK}
            aria-label={words.theirs(owner.username)}
            onClick={() => onOwner(owner.username)}
          >
            {owner.is_active ? `@${owner.username}` : words.deactivated(owner.username)}
          </button>
        )}
      </Fact>
      <Fact name={words.where}>
        {spaces.length === 0
          ? words.nowhere
          : spaces.map((space, at) => (
              <span key={space.id}>
                {at > 0 && ', '}
                <button
                  type="button"
                  className={LINK}
                  aria-label={words.inSpace(space.name)}
                  onClick={() => onSpace(space)}
                >
                  {space.name}
                </button>
              </span>
            ))}
        {count > spaces.length && ` ${words.moreSpaces(count - spaces.length)}`}
        {placement !== 'free' && ` · ${words.placements[placement]}`}
      </Fact>
      <Fact name={instance.columns.lately}>{recentActivity(agent)}</Fact>
      <Fact name={words.openNow}>{instance.waits(open.waits, open.streams) || words.nothingOpen}</Fact>
      <Fact name={words.addressed}>{waiting.length === 0 ? words.nothingAddressed : waiting.join(', ')}</Fact>
      <Fact name={words.client}>
        {connection === null || connection.at === null ? (
          words.noClient
        ) : (
          <>
            {connection.client ?? '–'}, <RelativeTime at={connection.at} />
          </>
        )}
        {connection?.last_error && (
          <span className="block text-rose">{words.lastError(connection.last_error)}</span>
        )}
      </Fact>
      {until !== null && (
        <Fact name={words.tripped}>
          <RelativeTime at={until} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
