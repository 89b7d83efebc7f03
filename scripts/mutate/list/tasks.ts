/** Rules of the server about tasks. */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/features/tasks'

export const TASKS: readonly MutatedFile[] = [
  {
    file: 'apps/server/src/features/mcp/tasks/write-once.ts',
    tests: ['apps/server/src/features/mcp/tasks/repeats.api.test.ts'],
    mutations: [
      {
        find: "JSON.stringify(['tasks', ...input])",
        replace: "'tasks'",
        breaks: 'a different call under a used key is rejected',
      },
      {
        find: '  if (key === undefined) return write(withoutKey(db))\n',
        replace: '  if (db !== undefined) return write(withoutKey(db))\n',
        breaks: 'a repeat under its key writes nothing',
      },
    ],
  },
  {
    file: `${ROOM}/changing/change.ts`,
    tests: [`${ROOM}/tasks.api.test.ts`],
    mutations: [
      {
        find: 'version !== row.version',
        replace: 'version > row.version',
        breaks: 'a concurrent change of a task is not overwritten',
      },
    ],
  },
  {
    file: `${ROOM}/claiming/claim-repository.ts`,
    tests: [`${ROOM}/claiming/claiming.api.test.ts`],
    mutations: [
      {
        find: "and t.worked_at + t.expected_minutes * interval '1 minute' + ${graceMs} * interval '1 ms' < ${now}",
        replace:
          "and t.worked_at + t.expected_minutes * interval '1 minute' + ${graceMs} * interval '1 ms' <= ${now}",
        breaks: 'a claim lasts to the end of its lease',
      },
    ],
  },
  {
    file: `${ROOM}/notes/note-repository.ts`,
    tests: [`${ROOM}/notes/notes.api.test.ts`],
    mutations: [
      {
        find: "if (note.visibility !== 'private') await addToCount(tx, note.space_id, note.task_id, 1)",
        replace: 'await addToCount(tx, note.space_id, note.task_id, 1)',
        breaks: 'a private note is not in the count',
      },
    ],
  },
]
