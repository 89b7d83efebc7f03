import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import { useEffect, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { WaitingDots } from '../../../ui/waiting-dots.tsx'
import { avatarKind } from '../context/author.ts'
import type { AtWork } from '../state/working.ts'

const words = strings.messages
const StopWork = lazyPart(async () => (await import('../loops/parts.ts')).StopWork)
const TICK_MS = 1000
const ELAPSED_FROM_S = 3
const STILL_FROM_S = 60

/** An agent at work on a reply: dots, then also the seconds, then that it takes long; and what it wrote so far. */
export function WorkingRow({ work, asker }: { work: AtWork; asker: string | undefined }) {
  const elapsedMs = useElapsed(work.since)
  if (elapsedMs >= AGENT_WORKING_MAX_MS) return null
  const seconds = Math.floor(elapsedMs / 1000)
  const isLong = seconds >= STILL_FROM_S

  return (
    <div className="-ms-2.5 flex flex-wrap items-center gap-3 py-1 ps-2.5">
      <Avatar username={work.username} kind={avatarKind(work.username, 'agent')} size={28} />
      <p role="status" className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
        {isLong ? (
          words.stillWaiting(work.username)
        ) : (
          <span>
            <span className="font-semibold text-ink">{work.username}</span> {words.working}
          </span>
        )}
        <WaitingDots />
        {seconds >= ELAPSED_FROM_S && (
          <span aria-hidden="true" className="tabular text-xs text-ink-3">
            {words.seconds(seconds)}
          </span>
        )}
      </p>
      {work.isStoppable && <StopWork {...work} asker={asker} />}
      {/* not announced to screen readers: the finished message is */}
      {work.text && <p className="w-full max-w-measure ps-10 whitespace-pre-wrap text-ink-2">{work.text}</p>}
    </div>
  )
}

function useElapsed(since: number): number {
  const { tokens } = useServices()
  const [now, setNow] = useState(() => tokens.serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(tokens.serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [tokens])
  return Math.max(0, now - since)
}
