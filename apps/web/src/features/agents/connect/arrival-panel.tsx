import type { Connection } from '@flockwork/contract/agent-connection'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { arrival as words } from '../../../strings/connect.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { clockTime } from '../../../ui/format-time.ts'
import { plainText } from '../../../ui/plain-text.ts'
import { WaitingDots } from '../../../ui/waiting-dots.tsx'
import { arrivalOf, LATE_AFTER_MS, errorSince, type Arrival } from './arrival.ts'
import { clientName } from './client-name.ts'
import { ConnectionError, SigningIn } from './connection-error.tsx'
import { ConnectionSteps } from './connection-steps.tsx'
import { useConnection, useConnectionTest } from './use-connection.ts'

/** The server writes its records once a second. */
const REFETCH_MS = 2000

interface Props {
  agentId: string
  handle: string
  /** The endpoint that the client calls. */
  url: string
  /** The agent was registered for this client: its first message shows too. */
  isNew?: boolean
  /** Inserts its mention into the composer; absent if it can't be mentioned. */
  onMention?: (() => void) | undefined
}

/**
 * The last step of a client's setup: waits for it to connect, then says that it did or what prevents it
 * (docs/rules/agents.md#arrival).
 */
export function ArrivalPanel({ agentId, handle, url, isNew = false, onMention }: Props) {
  const [before, setBefore] = useState<Connection | null | undefined>(isNew ? null : undefined)
  const waitedMs = useWaited()
  const stateOf = (data: Connection | undefined): Arrival =>
    arrivalOf(before === undefined ? undefined : data, before ?? null, waitedMs)
  const isDone = (data: Connection | undefined) =>
    stateOf(data).kind === 'arrived' && !(isNew && data?.first_message === null)
  const { data } = useConnection(agentId, (now) => (isDone(now) ? false : REFETCH_MS))
  if (before === undefined && data !== undefined) setBefore(data)

  const arrival = stateOf(data)
  const trouble = errorSince(data, before ?? null, arrival)
  const step = data?.failed_step ?? null
  const isSigningIn = arrival.kind !== 'arrived' && step !== null && data?.last_error === null
  const needsDoctor = arrival.kind !== 'arrived' && (trouble !== null || arrival.kind === 'late')
  return (
    <section
      aria-label={words.label}
      className={`rounded-panel p-4 ${arrival.kind === 'arrived' ? 'bg-moss-soft' : 'border border-line bg-paper'}`}
    >
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {trouble !== null ? (
          <Line glyph={<CircleX size={20} aria-hidden="true" className="text-rose" />}>
            {words.refused(handle)}
          </Line>
        ) : arrival.kind === 'arrived' ? (
          <>
            <Line glyph={<CircleCheck size={20} aria-hidden="true" className="text-moss" />}>
              {words.arrived(arrival.client && clientName(arrival.client), clockTime(new Date(arrival.at)))}
            </Line>
            {onMention && data?.first_message === null && (
              <Button variant="primary" onClick={onMention}>
                {words.mention(handle)}
              </Button>
            )}
          </>
        ) : (
          <Line glyph={<WaitingDots />}>
            {arrival.kind === 'late' ? words.late(handle) : words.waiting(handle)}
          </Line>
        )}
      </div>
      {arrival.kind === 'waiting' && trouble === null && !isSigningIn && (
        <p className="mt-0.5 text-base text-ink-2">{words.waitingText}</p>
      )}
      {isNew && arrival.kind === 'arrived' && <FirstMessage handle={handle} message={data?.first_message} />}
      {isSigningIn && step !== null && <SigningIn step={step} />}
      {trouble !== null && <ConnectionError error={trouble} step={step} />}
      {needsDoctor && <Doctor agentId={agentId} url={trouble === null ? url : null} />}
    </section>
  )
}

function Line({ glyph, children }: { glyph: ReactNode; children: ReactNode }) {
  return (
    <p className="flex min-w-0 flex-1 items-center gap-3 text-base font-semibold break-words text-ink">
      <span className="flex w-6 shrink-0 justify-center">{glyph}</span>
      {children}
    </p>
  )
}

function FirstMessage({
  handle,
  message,
}: {
  handle: string
  message: Connection['first_message'] | undefined
}) {
  if (!message) return <p className="mt-0.5 text-base text-ink-2">{words.arrivedText(handle)}</p>
  return (
    <div className="mt-2 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-ink-3">{words.firstMessage}</p>
        <p dir="auto" className="text-base break-words text-ink">
          {plainText(message.preview)}
        </p>
      </div>
      <Link to="/m/$id" params={{ id: message.id }} className={buttonClass('primary')}>
        {words.openMessage}
      </Link>
    </div>
  )
}

/** Runs the connection test on the server, once automatically, and shows the result of each step. */
function Doctor({ agentId, url }: { agentId: string; url: string | null }) {
  const { mutate, data, isPending } = useConnectionTest(agentId)
  useEffect(() => mutate(), [mutate])
  return (
    <>
      {url !== null && (
        <p className="mt-2 text-base text-ink-2">
          {words.lateText}{' '}
          <span dir="ltr" className="code inline-block max-w-full break-all">
            {url}
          </span>
        </p>
      )}
      <div role="status">{data && <ConnectionSteps test={data} success={words.serverWorks} />}</div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button busy={isPending} onClick={() => mutate()}>
          {isPending ? words.testing : words.again}
        </Button>
        <Link
          to="/help/$article"
          params={{ article: 'connect-an-mcp-client' }}
          className="text-sm text-egg underline decoration-egg/40 underline-offset-2 hover:decoration-egg"
        >
          {words.help}
        </Link>
      </div>
    </>
  )
}

/** The duration of the wait, up to the moment when it counts as late. */
function useWaited(): number {
  const [waitedMs, setWaited] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(LATE_AFTER_MS), LATE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return waitedMs
}
