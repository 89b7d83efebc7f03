/** What is measured: the product or a baseline, started and ready for load. */
import type { Target } from '../load/job.ts'

export interface Subject {
  readonly name: string
  readonly target: Target
  readonly serverPid: number
  /** Where it stores; `null` for what doesn't. */
  readonly databaseUrl: string | null
  stop(): Promise<void>
}
