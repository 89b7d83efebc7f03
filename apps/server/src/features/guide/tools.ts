/** The guide's facts and articles as tools of a model (docs/rules/guide.md#with-a-model). */
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { defineTool, type RunTool } from '../runs/index.ts'
import { overviewOf } from '../tasks/index.ts'
import { withAddress } from './articles.ts'
import { readDay, readNewest, readPresence, readTrending } from './facts.ts'
import type { ArticleSearch } from './search.ts'
import { describeDay, describeNewest, describePresence, describeTasks, describeTrending } from './wording.ts'

interface FactDeps {
  readonly db: Db
  readonly clock: Clock
  readonly search: ArticleSearch
  readonly guideId: string
  readonly publicUrl: () => string
}

const DAY_MS = 24 * 60 * 60 * 1000
const TRENDING_DAYS = 7
const PASSAGES_MAX = 4

/** The tools are bound to one space; no argument can select another. */
export function factTools({ db, clock, search, guideId, publicUrl }: FactDeps, spaceId: string): RunTool[] {
  const none = z.object({})
  return [
    defineTool({
      name: 'who_is_here',
      description: 'The people and agents of this space, and who is active now.',
      input: none,
      run: async () => describePresence(await readPresence(db, spaceId, guideId, clock.now())),
    }),
    defineTool({
      name: 'newest_members',
      description: 'Who came to this space last.',
      input: none,
      run: async () => describeNewest(await readNewest(db, spaceId, guideId)),
    }),
    defineTool({
      name: 'what_happened_today',
      description: 'How much was posted in this space today (UTC), by whom and where.',
      input: none,
      run: async () => {
        const now = clock.now()
        return describeDay(await readDay(db, spaceId, guideId, new Date(now - (now % DAY_MS))))
      },
    }),
    defineTool({
      name: 'task_overview',
      description: 'How many tasks of this space are open, overdue, blocked or done.',
      input: none,
      run: async () => describeTasks(await overviewOf({ db, clock }, spaceId)),
    }),
    defineTool({
      name: 'trending_topics',
      description: 'The topics of this space in the last 7 days.',
      input: none,
      run: async () =>
        describeTrending(await readTrending(db, spaceId, new Date(clock.now() - TRENDING_DAYS * DAY_MS))),
    }),
    defineTool({
      name: 'search_help',
      description: 'Passages of the help articles about Flockwork, with the address of each article.',
      input: z.object({ question: z.string().check(z.minLength(1), z.maxLength(300)) }),
      run: async ({ question }) => {
        const hits = search.find(question).slice(0, PASSAGES_MAX)
        if (hits.length === 0) return 'The help says nothing about that.'
        return hits
          .map(({ article, passage }) =>
            withAddress(`[${article.title}](/help/${article.slug})\n${passage.text}`, publicUrl()),
          )
          .join('\n\n')
      },
    }),
  ]
}
