/**
 * Erases the personal spaces of deleted accounts, 30 days after (docs/rules/accounts.md#deletion). In portions, each a
 * short transaction of its own; a run that is cut off is taken up by the next.
 */
import { AGENT_TABLES } from '../features/agents/index.ts'
import { DEMO_TABLES } from '../features/demo/index.ts'
import { DELIVERY_TABLES } from '../features/inbox/index.ts'
import { MESSAGE_TABLES } from '../features/messages/index.ts'
import { EVENT_TABLES } from '../features/realtime/index.ts'
import { SEARCH_TABLES } from '../features/search/index.ts'
import { MEMBERSHIP_TABLES, SPACE_TABLES, markPurged, spacesToPurge } from '../features/spaces/index.ts'
import { TEAM_TABLES } from '../features/teams/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { purgeBatch } from '../platform/purge.ts'

/** In this order: first whatever lets somebody write there, last what everything else hangs on. */
const TABLES = [
  ...MEMBERSHIP_TABLES,
  ...DEMO_TABLES,
  ...DELIVERY_TABLES,
  ...EVENT_TABLES,
  ...MESSAGE_TABLES,
  ...SEARCH_TABLES,
  ...AGENT_TABLES,
  ...TEAM_TABLES,
  ...SPACE_TABLES,
]
const PORTION_ROWS = 2000
/** A run ends well before the job's time does. */
const PORTIONS_A_RUN = 200
const SPACES_A_RUN = 50

export async function purgeDeletedSpaces(deps: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  let portionsLeft = PORTIONS_A_RUN
  for (const spaceId of await spacesToPurge(deps, SPACES_A_RUN)) {
    for (const table of TABLES) {
      let erased = PORTION_ROWS
      while (erased === PORTION_ROWS) {
        if (portionsLeft === 0) return
        erased = await purgeBatch(deps.db, { table, spaceId, rows: PORTION_ROWS })
        portionsLeft -= erased === 0 ? 0 : 1
      }
    }
    await markPurged(deps, spaceId)
  }
}
