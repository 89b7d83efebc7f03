import { useEffect, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { unreadStoreOf } from '../../spaces/index.ts'

/** A divider that comes later would move what is being read. */
const WAIT_MS = 2_000

/**
 * Whether what was read on other devices is known, so that the feed can say what is new. If the server doesn't report
 * it in time, the position stored on this device is used.
 */
export function usePositionKnown(): boolean {
  const { subscribe, position } = unreadStoreOf(useServices())
  const isKnown = useSyncExternalStore(subscribe, () => position() !== null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isKnown || isOver
}
