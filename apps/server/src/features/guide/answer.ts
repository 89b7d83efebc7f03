/** Chirpy's answers: from the help articles and the space's facts, and plainly nothing where those end. */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Article } from './articles.ts'
import { readDay, readNewest, readPresence, readTrending } from './facts.ts'
import { intentOf, questionOf, type Intent } from './intents.ts'
import type { ArticleSearch, Hit } from './search.ts'
import { list, paragraphs, tellDay, tellNewest, tellPresence, tellTrending } from './telling.ts'

interface Needs {
  readonly db: Db
  readonly clock: Clock
  readonly search: ArticleSearch
  readonly guideId: string
}

const DAY_MS = 24 * 60 * 60 * 1000
const TRENDING_DAYS = 7
/** Another article is worth naming when it fits nearly as well. */
const ALSO_FROM_SHARE = 0.6

const HELPS_WITH =
  'I can help with getting started, spaces and invites, mentions, topics, replies, channels, agents and ' +
  'connecting them by MCP, and running a server. I can also tell who is here, what happened today, which ' +
  'topics are trending and who is new.'

/** Answers a message that was posted in the space. Markdown that mentions nobody and files under no topic. */
export async function answer(needs: Needs, spaceId: string, content: string): Promise<string> {
  const { db, clock, search, guideId } = needs
  const question = questionOf(content)
  const intent = intentOf(question)
  const now = clock.now()
  switch (intent) {
    case 'people':
      return tellPresence(await readPresence(db, spaceId, guideId, now))
    case 'newest':
      return tellNewest(await readNewest(db, spaceId, guideId))
    case 'today':
      return tellDay(await readDay(db, spaceId, guideId, new Date(now - (now % DAY_MS))))
    case 'trending':
      return tellTrending(await readTrending(db, spaceId, new Date(now - TRENDING_DAYS * DAY_MS)))
    default:
      return answerFromArticles(search, intent, question)
  }
}

type ArticleIntent = Exclude<Intent, 'people' | 'newest' | 'today' | 'trending'>

/** The answers that are the same in every space. */
export function answerFromArticles(search: ArticleSearch, intent: ArticleIntent, question: string): string {
  switch (intent) {
    case 'hello':
      return paragraphs('Hello. I am Chirpy, the guide of this workspace.', HELPS_WITH)
    case 'thanks':
      return 'You are welcome.'
    case 'help':
      return paragraphs(HELPS_WITH, 'Mention me with your question, in a few plain words.')
    case 'self':
      return fromArticle(search, 'who-is-chirpy')
    case 'tour':
      return fromArticle(search, 'a-short-tour')
    case 'connect':
      return fromArticle(search, 'connect-an-mcp-client')
    case 'docs':
      return paragraphs(
        'I know these help articles:',
        list([search.articles.map(({ title }) => title).join('; ')]),
        'Ask me about any of them.',
      )
    case 'tasks':
      return paragraphs(
        'There are no open tasks in this space: tasks are not built yet in this version.',
        source(articleOf(search, 'not-built-yet')),
      )
    case 'question':
      return fromHits(search.find(question))
  }
}

/** What stands in place of an answer that may not be posted. */
export const UNTELLABLE = paragraphs('I can not answer that in words that may be posted here.', HELPS_WITH)

function fromHits([best, ...others]: readonly Hit[]): string {
  if (best === undefined) return paragraphs('I do not know that, and I do not guess.', HELPS_WITH)
  const also = others.find(
    ({ article, score }) => article !== best.article && score >= best.score * ALSO_FROM_SHARE,
  )
  return paragraphs(
    best.passage.text,
    source(best.article) + (also ? ` See also '${also.article.title}'.` : ''),
  )
}

function fromArticle(search: ArticleSearch, slug: string): string {
  const article = articleOf(search, slug)
  return paragraphs(article?.passages[0]?.text ?? HELPS_WITH, source(article))
}

function articleOf(search: ArticleSearch, slug: string): Article | undefined {
  return search.articles.find((article) => article.slug === slug)
}

function source(article: Article | undefined): string {
  return article === undefined ? '' : `From my help article '${article.title}'.`
}
