/** The queue of this node's imports. */
import type { Db } from '../../../platform/database.ts'
import { addImportJob, queueOf, sweepImports, type ImportServices } from '../service.ts'
import * as repository from '../repository.ts'
import { processImportFinally, processImport, type RunDeps } from './run.ts'

const SWEEP_EVERY_MS = 10 * 60 * 1000
/** An import may take hours; one of a dead process is taken over much sooner. */
const LONGEST_S = 6 * 60 * 60
const AT_ONCE = 2

interface Deps {
  readonly services: ImportServices
  /** The connections for the jobs. */
  readonly background: Db
  readonly spaces: RunDeps['spaces']
  readonly onError: (error: unknown) => void
}

export interface ImportJobs {
  /** Running imports stop after their current batch, and resume at the next start. */
  stop(): Promise<void>
}

export async function startImportJobs({ services, background, spaces, onError }: Deps): Promise<ImportJobs> {
  const { files, jobs, db } = services
  if (files === null) return { stop: async () => {} }
  const stopping = new AbortController()
  const queue = queueOf(files.folderId)
  const underWay = new Map<string, Promise<void>>()
  const { clock, announce } = services
  const deps: RunDeps = { db: background, clock, announce, files, spaces, stopping: stopping.signal, onError }

  await jobs.declare(queue, { expireInSeconds: LONGEST_S })
  await jobs.work(queue, AT_ONCE, async (data, { isLast }) => {
    const { importId } = data as { importId: string }
    // after a crash one import may have two jobs, and two dry runs would write the same file
    for (let earlier = underWay.get(importId); earlier; earlier = underWay.get(importId)) {
      await earlier.catch(() => {})
    }
    const work = isLast ? processImportFinally(deps, importId) : processImport(deps, importId)
    underWay.set(importId, work)
    await work.finally(() => underWay.delete(importId))
  })
  // a job that failed too often, or was lost with its process, is added again
  for (const id of await repository.listUnfinished(db, files.folderId)) {
    await db.transaction().execute((tx) => addImportJob(services, tx, { id, folder: files.folderId }))
  }
  const sweep = () => sweepImports(services).catch(onError)
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS)
  timer.unref()
  void sweep()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort(new Error('The server stops'))
      await Promise.allSettled(underWay.values())
    },
  }
}
