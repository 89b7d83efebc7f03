import { useEffect, useState } from 'react'
import { useConnection } from '../../../realtime/use-connection.ts'
import { strings } from '../../../strings.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { isAway, RECONNECTING_AFTER_MS, stripOf } from '../state/strip.ts'

/** One line above the feed while it isn't live, or slow. */
export function FeedStrip() {
  const { connection, isSlow } = useConnection()
  const isOnline = useOnline()
  // time spent offline doesn't count
  const isLongAway = useLasting(isOnline && isAway(connection), RECONNECTING_AFTER_MS)
  const strip = stripOf({ isOnline, isLongAway, isSlow })
  return (
    <div role="status">
      {strip !== null && (
        <p className="flex min-h-7 items-center justify-center bg-straw-soft px-4 text-center text-sm text-straw">
          {strings.messages[strip]}
        </p>
      )}
    </div>
  )
}

/** Whether `isSo` has been true for `ms` or longer. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLong(true), ms)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isSo, ms])
  return isSo && isLong
}
