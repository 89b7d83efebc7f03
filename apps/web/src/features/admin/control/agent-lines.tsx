import type { Act, InstanceAgentDetails, Refusal } from '@flockwork/contract/admin/agents'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { details as words } from '../../../strings/admin-control.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { loadCauseDialog } from '../../messages/index.ts'

const SHOWN_FIRST = 6

const CauseDialog = lazyPart(loadCauseDialog)

/** Its newest messages: where, when, on whose behalf, with links to them. */
export function PostList({ posts }: Pick<InstanceAgentDetails, 'posts'>) {
  // the content stays during the closing animation
  const [asked, setAsked] = useState({ id: '', isOpen: false })
  const close = () => setAsked((last) => ({ ...last, isOpen: false }))
  return (
    <>
      <Lines
        items={posts}
        idOf={(post) => post.message_id}
        none={words.noPosts}
        line={(post) => postLine(post, () => setAsked({ id: post.message_id, isOpen: true }))}
      />
      <CauseDialog
        when={asked.isOpen}
        message={asked}
        isOpen={asked.isOpen}
        onClose={close}
        onLoadError={close}
      />
    </>
  )
}

function postLine(
  { message_id: id, space, channel, preview, at, hops }: InstanceAgentDetails['posts'][number],
  onWhy: () => void,
) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Link
          to="/m/$id"
          params={{ id }}
          aria-label={`${words.openMessage}: ${space.name}, #${channel}`}
          className="rounded-chip font-medium text-spruce underline-offset-2 hover:underline"
        >
          {space.name} #{channel}
        </Link>
        <RelativeTime at={at} className="text-xs text-ink-3" />
        {words.agentsBefore(hops) !== null && (
          <span className="text-xs text-ink-3">{words.agentsBefore(hops)}</span>
        )}
        <button
          type="button"
          aria-label={`${words.why}: ${space.name}, #${channel}`}
          onClick={onWhy}
          className="relative ms-auto rounded-chip text-xs text-ink-2 underline decoration-line-strong underline-offset-4 hit-area hover:text-ink"
        >
          {words.why}
        </button>
      </p>
      <p dir="auto" className={`truncate ${preview === null ? 'text-ink-3' : 'text-ink-2'}`}>
        {preview ?? words.hidden}
      </p>
    </>
  )
}

/** Its calls and refusals, one line per hour. */
export function CallList({ acts, none }: { acts: readonly Act[]; none: string }) {
  return (
    <Lines
      items={acts}
      idOf={({ hour, kind, call }) => `${hour} ${kind} ${call ?? ''}`}
      none={none}
      line={callLine}
    />
  )
}

function callLine({ kind, call, count, last_at: at }: Act) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <code className="min-w-0 font-mono text-xs break-all">{call}</code>
      {isRefusal(kind) && <span className="text-rose">{words.refusedBy[kind]}</span>}
      <span className="tabular text-ink-2">{words.times(count)}</span>
      <span className="text-xs text-ink-3">
        {words.last} <RelativeTime at={at} />
      </span>
    </p>
  )
}

interface Access {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly last_used_at: string | null
}

/** Its tokens and the programs that may act as it, without any secret. */
export function AccessList({ agent: { tokens, clients } }: { agent: InstanceAgentDetails }) {
  const items: readonly Access[] = [
    ...clients.map((client) => ({ ...client, name: client.client_name })),
    ...tokens.map((token) => ({ ...token, name: words.token, scopes: [] })),
  ]
  return <Lines items={items} idOf={({ id }) => id} none={words.noAccess} line={accessLine} />
}

function accessLine({ name, scopes, created_at: made, last_used_at: used }: Access) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="min-w-0 font-medium break-words">{name}</span>
      <span className="text-xs text-ink-3">
        {words.made} <RelativeTime at={made} />,{' '}
        {used === null ? (
          words.neverUsed
        ) : (
          <>
            {words.used} <RelativeTime at={used} />
          </>
        )}
      </span>
      {scopes.length > 0 && <span className="font-mono text-xs text-ink-2">{scopes.join(' ')}</span>}
    </p>
  )
}

function isRefusal(kind: Act['kind']): kind is Refusal {
  return kind in words.refusedBy
}

interface LinesProps<Item> {
  items: readonly Item[]
  idOf: (item: Item) => string
  line: (item: Item) => ReactNode
  none: string
}

/** The first few, with a button for the rest. */
function Lines<Item>({ items, idOf, line, none }: LinesProps<Item>) {
  const [showsAll, setShowsAll] = useState(false)
  if (items.length === 0) return <p className="text-sm text-ink-3">{none}</p>
  const shown = showsAll ? items : items.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul className="flex flex-col gap-2 text-sm">
        {shown.map((item) => (
          <li key={idOf(item)}>{line(item)}</li>
        ))}
      </ul>
      {shown.length < items.length && (
        <div className="pt-2">
          <Button size="sm" variant="quiet" onClick={() => setShowsAll(true)}>
            {words.showMore(items.length - shown.length)}
          </Button>
        </div>
      )}
    </>
  )
}
