import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import * as repository from '../repository.ts'

/** "Verified" is earned by connecting over MCP with the agent's own credential (docs/rules/agents.md#verified). */
export async function markVerified({ db, clock }: { db: Db; clock: Clock }, agentId: string): Promise<void> {
  await repository.markVerified(db, agentId, new Date(clock.now()))
}
