/** Rules of the guardrails: stored violations, and administrators' settings. */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/features/guardrails'
const VIOLATIONS = ['apps/server/src/features/admin/violations/violations.api.test.ts']
const SETTINGS = ['apps/server/src/features/admin/guardrails/guardrails.api.test.ts']

export const GUARDRAILS: readonly MutatedFile[] = [
  {
    file: `${ROOM}/violations/record.ts`,
    tests: VIOLATIONS,
    mutations: [
      {
        find: 'stored < VIOLATIONS_PER_DAY',
        replace: 'stored <= VIOLATIONS_PER_DAY',
        breaks: 'the number of stored texts per person and day is limited',
      },
      {
        find: 'if (!(await repository.countRepeat(tx, same, at)))',
        replace: 'if (true)',
        breaks: 'a repeat of the same text is counted instead of stored',
      },
    ],
  },
  {
    file: `${ROOM}/violations/repository.ts`,
    tests: VIOLATIONS,
    mutations: [
      {
        find: '.orderBy(sql`resolved_at is not null`)',
        replace: '.orderBy(sql`resolved_at is null`)',
        breaks: 'resolved violations are pruned first',
      },
    ],
  },
  {
    file: `${ROOM}/rules/change.ts`,
    tests: SETTINGS,
    mutations: [
      {
        find: 'FIXED_RULES.has(id) && !isSame(modes, rule.modes)',
        replace: 'false',
        breaks: "Flockwork's own tokens are always blocked",
      },
    ],
  },
  {
    file: `${ROOM}/rules/live-settings.ts`,
    tests: [`${ROOM}/rules/live-settings.test.ts`],
    mutations: [
      {
        find: 'if (started !== generation) return live.current()',
        replace: '',
        breaks: 'settings read before a change are not used after it',
      },
    ],
  },
]
