import type { Bus } from '../../../platform/bus.ts'
import type { Db } from '../../../platform/database.ts'
import { pausedAmong } from '../../agents/index.ts'
import type { Waits } from './waits.ts'

interface Deps {
  readonly db: Db
  readonly bus: Pick<Bus, 'subscribe'>
  readonly waits: Waits
  readonly onError: (error: unknown) => void
}

/**
 * From now on the waits of an agent end when a person pauses it, on whichever node (docs/rules/mcp.md#waiting). Returns
 * how to stop.
 */
export function endStoppedWaits({ db, bus, waits, onError }: Deps): () => void {
  const check = async () => {
    for (const id of await pausedAmong(db, waits.agents())) waits.endOf(id)
  }
  return bus.subscribe(['account_changed', 'reconnected'], () => void check().catch(onError))
}
