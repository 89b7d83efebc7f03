/** What people and agents of a space are working on: their unfinished claimed tasks. */
import { displayId } from '@flockwork/contract/tasks/display-id'
import type { Db } from '../../platform/database.ts'
import { list, paragraphs, quoted } from './wording.ts'

interface CurrentWork {
  readonly handle: string
  readonly taskId: string
  readonly number: number
  readonly title: string
}

const SHOWN_MAX = 5
const TITLE_MAX_CHARS = 40

/** Most recently worked on first; at most one more than is shown. */
export async function readCurrentWork(db: Db, spaceId: string): Promise<CurrentWork[]> {
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('accounts', 'accounts.id', 'tasks.claimant_id')
    .select(['accounts.handle', 'tasks.id', 'tasks.number', 'tasks.title'])
    .where('tasks.space_id', '=', spaceId)
    .where('tasks.deleted_at', 'is', null)
    .where('tasks.status', 'in', ['claimed', 'in_progress', 'in_review', 'blocked'])
    .orderBy('tasks.updated_at', 'desc')
    .orderBy('tasks.id')
    .limit(SHOWN_MAX)
    .execute()
  return rows.map(({ handle, id, number, title }) => ({ handle, taskId: id, number, title }))
}

export function describeCurrentWork(work: readonly CurrentWork[]): string {
  if (work.length === 0) return ''
  return paragraphs(
    'At work on tasks:',
    list(
      work.map(
        ({ handle, taskId, number, title }) =>
          `${quoted(handle)}: [${displayId(number)}](/tasks?task=${taskId}) ${quoted(cut(title))}`,
      ),
    ),
  )
}

function cut(title: string): string {
  const chars = [...title]
  return chars.length > TITLE_MAX_CHARS ? `${chars.slice(0, TITLE_MAX_CHARS - 1).join('')}…` : title
}
