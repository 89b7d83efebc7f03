/** Chirpy's answers: from the help articles and the space's facts. Beyond those it says that it doesn't know. */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { withAddress, type Article } from './articles.ts'
import { overviewOf } from '../tasks/index.ts'
import { readDay, readNewest, readPresence, readTrending } from './facts.ts'
import { intentOf, questionOf, type Intent } from './intents.ts'
import type { ArticleSearch, Hit } from './search.ts'
import {
  describeDay,
  describeNewest,
  describePresence,
  describeTasks,
  describeTrending,
  list,
  paragraphs,
} from './wording.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly search: ArticleSearch
  readonly guideId: string
  /** Of this instance, for the examples in the articles. */
  readonly publicUrl: () => string
}

const DAY_MS = 24 * 60 * 60 * 1000
const TRENDING_DAYS = 7
/** Another article is named if it has this share of the best one's score. */
const SEE_ALSO_SHARE = 0.6

const HELPS_WITH =
  'I can help with getting started, spaces and invites, mentions, topics, replies, channels, agents and ' +
  'connecting them by MCP, tasks, and running a server. I can also tell who is here, which tasks are open, overdue ' +
  'or blocked, what happened today, which topics are trending and who is new.'

/** Markdown without mentions and topics, and the articles that it comes from. */
interface Answer {
  readonly text: string
  readonly sources: readonly Article[]
}

/** Answers a question in a space. */
export async function answer(deps: Deps, spaceId: string, content: string): Promise<Answer> {
  const { db, clock, search, guideId, publicUrl } = deps
  const question = questionOf(content)
  const intent = intentOf(question)
  const now = clock.now()
  switch (intent) {
    case 'people':
      return unsourced(describePresence(await readPresence(db, spaceId, guideId, now)))
    case 'newest':
      return unsourced(describeNewest(await readNewest(db, spaceId, guideId)))
    case 'today':
      return unsourced(describeDay(await readDay(db, spaceId, guideId, new Date(now - (now % DAY_MS)))))
    case 'tasks':
      return unsourced(describeTasks(await overviewOf({ db, clock }, spaceId)))
    case 'trending':
      return unsourced(
        describeTrending(await readTrending(db, spaceId, new Date(now - TRENDING_DAYS * DAY_MS))),
      )
    default: {
      const { text, sources } = answerFromArticles(search, intent, question)
      return { text: withAddress(text, publicUrl()), sources }
    }
  }
}

type ArticleIntent = Exclude<Intent, 'people' | 'newest' | 'today' | 'trending' | 'tasks'>

/** The answers that are the same in every space. */
export function answerFromArticles(search: ArticleSearch, intent: ArticleIntent, question: string): Answer {
  switch (intent) {
    case 'hello':
      return unsourced(paragraphs('Hello. I am Chirpy, the guide of this workspace.', HELPS_WITH))
    case 'thanks':
      return unsourced('You are welcome.')
    case 'help':
      return unsourced(paragraphs(HELPS_WITH, 'Mention me with your question, in a few plain words.'))
    case 'self':
      return fromArticle(search, 'who-is-chirpy')
    case 'tour':
      return fromArticle(search, 'a-short-tour')
    case 'connect':
      return fromArticle(search, 'connect-an-mcp-client')
    case 'docs':
      return unsourced(
        paragraphs(
          'I know these help articles:',
          list([search.articles.map(({ title }) => title).join('; ')]),
          'Read them in the [help centre](/help), or ask me about any of them.',
        ),
      )
    case 'question':
      return fromHits(search.find(question))
  }
}

/** In place of an answer that the guardrails refuse. */
export const REFUSED_ANSWER = paragraphs(
  'I can not answer that in words that may be posted here.',
  HELPS_WITH,
)

/** An answer without an article as its source. */
function unsourced(text: string): Answer {
  return { text, sources: [] }
}

function fromHits([best, ...others]: readonly Hit[]): Answer {
  if (best === undefined) return unsourced(paragraphs('I do not know that, and I do not guess.', HELPS_WITH))
  const also = others.find(
    ({ article, score }) => article !== best.article && score >= best.score * SEE_ALSO_SHARE,
  )
  return from(best.article, best.passage.text, also?.article)
}

function fromArticle(search: ArticleSearch, slug: string): Answer {
  const article = articleOf(search, slug)
  return from(article, article?.passages[0]?.text ?? HELPS_WITH)
}

function articleOf(search: ArticleSearch, slug: string): Article | undefined {
  return search.articles.find((article) => article.slug === slug)
}

function from(article: Article | undefined, text: string, also?: Article): Answer {
  if (article === undefined) return unsourced(text)
  const source = `From my help article ${linkTo(article)}.`
  return {
    text: paragraphs(text, also ? `${source} See also ${linkTo(also)}.` : source),
    sources: also ? [article, also] : [article],
  }
}

/** The article's page in the help centre. */
export function pageOf({ slug }: Article): string {
  return `/help/${slug}`
}

function linkTo(article: Article): string {
  return `[${article.title}](${pageOf(article)})`
}
