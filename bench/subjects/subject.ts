/** The subject of a measure: the product or a baseline, started and ready for load. */
import type { Target } from '../load/job.ts'

export interface Subject {
  readonly name: string
  readonly target: Target
  readonly serverPid: number
  /** The URL of its database; `null` for a baseline that doesn't store. */
  readonly databaseUrl: string | null
  stop(): Promise<void>
}
