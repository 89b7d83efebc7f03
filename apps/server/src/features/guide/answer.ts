/** Chirpy's answers, from the help articles and the space's facts. For anything else it says that it doesn't know. */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { pageOf, withAddress, type Article, type Passage } from './articles.ts'
import { overviewOf } from '../tasks/index.ts'
import { readDay, readNewest, readPresence, readTrending } from './facts.ts'
import { describeAddresses } from './addresses.ts'
import { describeCurrentWork, readCurrentWork } from './current-work.ts'
import { intentOf, questionOf, type ArticleIntent } from './intents.ts'
import type { ArticleSearch, Hit } from './search.ts'
import { describeSince, readSince } from './since.ts'
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
  /** The URL of this instance, for the examples in the articles. */
  readonly publicUrl: () => string
}

const DAY_MS = 24 * 60 * 60 * 1000
const TRENDING_DAYS = 7
/** Another article is mentioned if it has this share of the best one's score. */
const SEE_ALSO_SHARE = 0.6

/** How many articles an answer lists. */
const DOCS_NAMED = 8

const HELPS_WITH =
  'I can help with getting started, spaces and invites, mentions, topics, replies, channels, agents and ' +
  'connecting them by MCP, tasks, administration, and running a server. I can tell who is here and what they do, ' +
  'which tasks are open, overdue or blocked, what happened since you were last here, what is trending and who is ' +
  'new. And I can make a task, remind you, or make an invite link: [ask in plain words](/help/what-chirpy-does).'

/** Markdown without mentions and topics, and its source passages. */
interface Answer {
  readonly text: string
  readonly sources: readonly Source[]
}

/** Answers a member's question in a space. */
export async function answer(
  deps: Deps,
  { spaceId, askerId }: { readonly spaceId: string; readonly askerId: string },
  content: string,
): Promise<Answer> {
  const { db, clock, search, guideId, publicUrl } = deps
  const question = questionOf(content)
  const intent = intentOf(question)
  const now = clock.now()
  switch (intent) {
    case 'people': {
      const [presence, doing] = await Promise.all([
        readPresence(db, spaceId, guideId, now),
        readCurrentWork(db, spaceId),
      ])
      return unsourced(paragraphs(describePresence(presence), describeCurrentWork(doing)))
    }
    case 'since':
      return unsourced(describeSince(await readSince(db, { spaceId, askerId, guideId, now })))
    case 'addresses':
      return unsourced(describeAddresses(publicUrl()))
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
          `I know these help articles, and ${search.articles.length - DOCS_NAMED} more:`,
          list(firstOf(search.articles).map((article) => `[${article.title}](${pageOf(article)})`)),
          'Read them in the [help centre](/help), or ask me about any of them.',
        ),
      )
    case 'question':
      return fromHits(search.find(question))
  }
}

/** Replaces an answer that the guardrails refuse. */
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
  return from(best, also)
}

function fromArticle(search: ArticleSearch, slug: string): Answer {
  const article = search.articles.find((candidate) => candidate.slug === slug)
  const passage = article?.passages[0]
  return article && passage ? from({ article, passage }) : unsourced(HELPS_WITH)
}

/** The first articles of the help centre. */
function firstOf(articles: readonly Article[]): Article[] {
  return articles
    .filter(({ group }) => group === 'start')
    .toSorted((a, b) => a.order - b.order)
    .slice(0, DOCS_NAMED)
}

type Source = Pick<Hit, 'article' | 'passage'>

function from(source: Source, also?: Source): Answer {
  const says = `From my help article ${linkTo(source)}.`
  return {
    text: paragraphs(source.passage.text, also ? `${says} See also ${linkTo(also)}.` : says),
    sources: also ? [source, also] : [source],
  }
}

/** A link to the passage. */
function linkTo({ article, passage }: Source): string {
  return `[${titleOf(article, passage)}](${pageOf(article, passage)})`
}

export function titleOf({ title }: Article, { heading }: Passage): string {
  return heading === null ? title : `${title}: ${heading}`
}
