/** Questions of people, and the passages, facts and actions that must answer them (docs/rules/guide.md#questions). */
import { readFileSync } from 'node:fs'
import { anchorOf } from '@flockwork/contract/text/anchors'
import { expect, test } from 'vitest'
import { parseRequest } from './actions/parse-request.ts'
import { answerFromArticles } from './answer.ts'
import { pageOf, readArticles } from './articles.ts'
import { intentOf, isArticleIntent, questionOf } from './intents.ts'
import { createSearch } from './search.ts'

interface Question {
  readonly asks: string
  /** `slug`, `slug#anchor`, `fact:…`, `act:…` or `nothing`; any of them is correct. */
  readonly cites: readonly string[]
  /** `held-out` questions weren't used to tune the search; `fresh` ones were written afterwards. */
  readonly kind: 'tuned' | 'held-out' | 'fresh'
}

const FLOOR = 0.9
/** The minimum for questions without any tuning, which is what people can expect. */
const FRESH_FLOOR = 0.6
/** Every fifth of the first questions is held out. */
const EACH = 5
const FIRST = 154

const articles = await readArticles()
const search = createSearch(articles)
const questions = readQuestions()
const answerable = questions.filter(({ cites }) => !cites.includes('nothing'))
const unanswerable = questions.filter(({ cites }) => cites.includes('nothing'))

function readQuestions(): Question[] {
  const lines = readFileSync(new URL('questions.txt', import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [asks = '', rest = ''] = line.split(' | ')
      const [first = '', ...others] = rest.split(' ')
      if (first === 'fresh') return { asks, cites: others, kind: 'fresh' }
      const isHeldOut = index < FIRST && index % EACH === EACH - 1
      return { asks, cites: [first, ...others], kind: isHeldOut ? 'held-out' : 'tuned' }
    })
}

/** The sources of Chirpy's answer, determined like for an answer. */
function cited(asks: string): string {
  const content = `@chirpy ${asks}`
  const act = parseRequest(content, Date.UTC(2026, 2, 4, 12))
  if (act !== undefined) return `act:${act.kind}`
  const question = questionOf(content)
  const intent = intentOf(question)
  if (!isArticleIntent(intent)) return `fact:${intent}`
  const { text, sources } = answerFromArticles(search, intent, question)
  const [source] = sources
  if (source === undefined) return text.startsWith('I do not know') ? 'nothing' : `says:${intent}`
  const page = pageOf(source.article, source.passage)
  expect(text).toContain(`](${page})`)
  return page.replace('/help/', '')
}

const isRight = ({ asks, cites }: Question) => cites.includes(cited(asks))
const shareOf = (some: readonly Question[]) => some.filter(isRight).length / some.length
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

test('there are at least 150 questions with an answer, and their passages exist', () => {
  expect(answerable.length).toBeGreaterThanOrEqual(150)
  const places = new Set(
    articles.flatMap(({ slug, passages }) =>
      passages.map(({ heading }) => (heading === null ? slug : `${slug}#${anchorOf(heading)}`)),
    ),
  )
  const named = questions
    .flatMap(({ cites }) => cites)
    .filter((cite) => !/^(?:act:|fact:|nothing$)/.test(cite))
  expect(named.filter((cite) => !places.has(cite))).toEqual([])
})

test('at least nine in ten are answered from the right source', () => {
  const [fresh, others] = [
    answerable.filter(({ kind }) => kind === 'fresh'),
    answerable.filter(({ kind }) => kind !== 'fresh'),
  ]
  const wrong = answerable
    .filter((question) => !isRight(question))
    .map(({ asks, cites, kind }) => `  ${kind}: ${asks} → ${cited(asks)}, not ${cites.join(' or ')}\n`)
  const kinds = (['tuned', 'held-out', 'fresh'] as const).map((kind) => {
    const some = answerable.filter((question) => question.kind === kind)
    return `${kind} ${percent(shareOf(some))} of ${some.length}`
  })
  process.stdout.write(
    `Chirpy: ${percent(shareOf(others))} of ${others.length} questions (${kinds.join(', ')})\n${wrong.join('')}`,
  )
  expect(shareOf(others)).toBeGreaterThanOrEqual(FLOOR)
  expect(shareOf(fresh)).toBeGreaterThanOrEqual(FRESH_FLOOR)
})

test.for(unanswerable)('"$asks" gets no invented answer', ({ asks }) => {
  expect(cited(asks)).toBe('nothing')
})
