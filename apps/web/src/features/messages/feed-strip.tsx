import { useEffect, useState } from 'react'
import { useConnection } from '../../realtime/use-connection.ts'
import { strings } from '../../strings.ts'
import { useOnline } from '../../ui/use-online.ts'

const RECONNECTING_AFTER_MS = 5000

/** One line over the feed while nothing new can arrive: offline, or the stream away for longer than 5 s. */
export function FeedStrip() {
  const isOnline = useOnline()
  const isLost = useLostFor(RECONNECTING_AFTER_MS)
  const text = isOnline ? (isLost ? strings.messages.reconnecting : null) : strings.messages.offline
  return (
    <div role="status">
      {text !== null && (
        <p className="flex min-h-7 items-center justify-center bg-straw-soft px-4 text-center text-sm text-straw">
          {text}
        </p>
      )}
    </div>
  )
}

/** Whether the stream has been away for `ms`, or longer. */
function useLostFor(ms: number): boolean {
  const { status } = useConnection()
  const isAway = status === 'connecting' || status === 'error'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isAway) return
    const timer = setTimeout(() => setLong(true), ms)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isAway, ms])
  return isAway && isLong
}
