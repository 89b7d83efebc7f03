import type { Connection } from '@flockwork/contract/agent-connection'
import type { Agent } from '@flockwork/contract/agents'
import { isOverdue, NO_SIGN_OF_READING } from '@flockwork/contract/policy/deliveries'
import { ChevronRight } from 'lucide-react'
import { connection as words } from '../../../strings/agent-dialog.ts'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { AddressTabs } from '../connect/address-tabs.tsx'
import { ConnectionError, SigningIn } from '../connect/connection-error.tsx'
import { ConnectionSteps } from '../connect/connection-steps.tsx'
import { useConnection, useConnectionTest } from '../connect/use-connection.ts'
import { DialogSection } from './dialog-section.tsx'

/** Polled, because acknowledgements lower the count without an event. */
const REFETCH_MS = 30_000
/** Polled faster while the owner may be waiting for the first client. */
const NEW_REFETCH_MS = 3000

/**
 * Connection diagnostics: when a client last connected and was active, what waits for it or was delivered but
 * not read, what went wrong, and a connection test (docs/mcp.md).
 */
export function ConnectionSection({ agent: { id, username, posts_count } }: { agent: Agent }) {
  const { data, isPending, isError } = useConnection(id, (connection) =>
    connection?.last_handshake_at === null ? NEW_REFETCH_MS : REFETCH_MS,
  )
  const test = useConnectionTest(id)

  return (
    <DialogSection title={words.title}>
      {isPending && <p className="text-base text-ink-3">{words.loading}</p>}
      {isError && !data && <p className="text-base text-ink-3">{words.failed}</p>}
      {data && <Facts connection={data} posts={posts_count} />}
      <div className="pt-3">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? words.testing : words.test}
        </Button>
      </div>
      <div role="status">{test.data && <ConnectionSteps test={test.data} />}</div>
      <details className="group/commands mt-4">
        <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-chip text-sm font-medium text-ink-2 hover:text-ink">
          <ChevronRight
            size={15}
            aria-hidden="true"
            className="transition-transform group-open/commands:rotate-90"
          />
          {words.commands}
        </summary>
        <p className="pt-2 pb-1 text-sm text-ink-3">{words.commandsText}</p>
        <AddressTabs handle={username} />
      </details>
    </DialogSection>
  )
}

function Facts({ connection, posts }: { connection: Connection; posts: number }) {
  const { last_handshake_at, last_active_at, client, protocol, last_error, failed_step } = connection
  const { waiting, handed_over } = connection
  const now = useNow()
  const overdue = handed_over.filter((at) => isOverdue(at, now))
  return (
    <>
      <p className="text-base break-words text-ink-2">
        {last_handshake_at === null ? (
          words.never
        ) : (
          <>
            {words.last} <RelativeTime at={last_handshake_at} />
            {client !== null && ` ${words.with(client)}`}
            {protocol !== null && `, ${words.protocol(protocol)}`}
          </>
        )}
      </p>
      <p className="text-base text-ink-2">
        {last_active_at === null ? (
          words.neverActive
        ) : (
          <>
            {words.lastActive} <RelativeTime at={last_active_at} />, {words.posts(posts)}
          </>
        )}
      </p>
      {waiting > 0 && <p className="text-base text-ink-2">{words.waiting(waiting)}</p>}
      {waiting === 0 && handed_over.length === 0 && (
        <p className="text-base text-ink-2">{words.nothingWaits}</p>
      )}
      {overdue[0] === undefined && handed_over.length > 0 && (
        <p className="text-base text-ink-2">{words.underWay(handed_over.length)}</p>
      )}
      {overdue[0] !== undefined && (
        <p className="mt-2 rounded-control bg-egg-soft px-3 py-2 text-nav text-ink">
          {words.handedOver(overdue.length)}: <span className="font-semibold">{NO_SIGN_OF_READING}</span>,{' '}
          {words.oldest} <RelativeTime at={overdue[0]} />.
        </p>
      )}
      {last_error === null && failed_step !== null && <SigningIn step={failed_step} />}
      {last_error && <ConnectionError error={last_error} step={failed_step} />}
    </>
  )
}
