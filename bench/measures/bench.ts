/** The context of a measure. */
import type { BenchDatabase } from '../subjects/database.ts'
import { startBaseline, type BaselineName } from '../subjects/baseline.ts'
import { startFlockwork } from '../subjects/flockwork.ts'
import type { Subject } from '../subjects/subject.ts'

export interface Bench {
  readonly postgres: BenchDatabase
  readonly rounds: number
  /** The number of messages in the space that is read. */
  readonly messages: number
  readonly say: (line: string) => void
  readonly profileTo: string | undefined
}

/** Starts the product and the baselines, and stops them when the measure has finished or failed. */
export async function withSubjects<T>(
  { postgres, profileTo }: Bench,
  baselines: readonly BaselineName[],
  spaces: number,
  measure: (subjects: readonly Subject[]) => Promise<T>,
): Promise<T> {
  const subjects: Subject[] = []
  try {
    for (const name of baselines) subjects.push(await startBaseline(name, postgres, spaces))
    subjects.push(await startFlockwork(await postgres.create('flockwork'), spaces, profileTo))
    return await measure(subjects)
  } finally {
    for (const subject of subjects) await subject.stop()
  }
}
