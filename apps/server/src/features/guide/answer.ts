/** Chirpy's answers: from the help articles and the space's facts, and plainly nothing where those end. */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Article } from './articles.ts'
import { readDay, readNewest, readPresence, readTrending } from './facts.ts'
import { intentOf, questionOf, type Intent } from './intents.ts'
import type { ArticleSearch, Hit } from './search.ts'
import { list, paragraphs, tellDay, tellNewest, tellPresence, tellTrending } from './telling.ts'

interface Deps {
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

/** Markdown that mentions nobody and files under no topic, and the articles that it comes from. */
interface Answer {
  readonly text: string
  readonly sources: readonly Article[]
}

/** Answers a question that was asked in the space. */
export async function answer(deps: Deps, spaceId: string, content: string): Promise<Answer> {
  const { db, clock, search, guideId } = deps
  const question = questionOf(content)
  const intent = intentOf(question)
  const now = clock.now()
  switch (intent) {
    case 'people':
      return fact(tellPresence(await readPresence(db, spaceId, guideId, now)))
    case 'newest':
      return fact(tellNewest(await readNewest(db, spaceId, guideId)))
    case 'today':
      return fact(tellDay(await readDay(db, spaceId, guideId, new Date(now - (now % DAY_MS)))))
    case 'trending':
      return fact(tellTrending(await readTrending(db, spaceId, new Date(now - TRENDING_DAYS * DAY_MS))))
    default:
      return answerFromArticles(search, intent, question)
  }
}

type ArticleIntent = Exclude<Intent, 'people' | 'newest' | 'today' | 'trending'>

/** The answers that are the same in every space. */
export function answerFromArticles(search: ArticleSearch, intent: ArticleIntent, question: string): Answer {
  switch (intent) {
    case 'hello':
      return fact(paragraphs('Hello. I am Chirpy, the guide of this workspace.', HELPS_WITH))
    case 'thanks':
      return fact('You are welcome.')
    case 'help':
      return fact(paragraphs(HELPS_WITH, 'Mention me with your question, in a few plain words.'))
    case 'self':
      return fromArticle(search, 'who-is-chirpy')
    case 'tour':
      return fromArticle(search, 'a-short-tour')
    case 'connect':
      return fromArticle(search, 'connect-an-mcp-client')
    case 'docs':
      return fact(
        paragraphs(
          'I know these help articles:',
          list([search.articles.map(({ title }) => title).join('; ')]),
          'Read them in the [help centre](/help), or ask me about any of them.',
        ),
      )
    case 'tasks':
      return from(
        articleOf(search, 'not-built-yet'),
        'There are no open tasks in this space: tasks are not built yet in this version.',
      )
    case 'question':
      return fromHits(search.find(question))
  }
}

/** What stands in place of an answer that may not be posted. */
export const UNTELLABLE = paragraphs('I can not answer that in words that may be posted here.', HELPS_WITH)

/** What comes from no article. */
function fact(text: string): Answer {
  return { text, sources: [] }
}

function fromHits([best, ...others]: readonly Hit[]): Answer {
  if (best === undefined) return fact(paragraphs('I do not know that, and I do not guess.', HELPS_WITH))
  const also = others.find(
    ({ article, score }) => article !== best.article && score >= best.score * ALSO_FROM_SHARE,
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
  if (article === undefined) return fact(text)
  const source = `From my help article ${linkTo(article)}.`
  return {
    text: paragraphs(text, also ? `${source} See also ${linkTo(also)}.` : source),
    sources: also ? [article, also] : [article],
  }
}

/** Where the article's page is in the help centre. */
export function pageOf({ slug }: Article): string {
  return `/help/${slug}`
}

function linkTo(article: Article): string {
  return `[${article.title}](${pageOf(article)})`
}
