import type { HelpArticle } from '@flockwork/contract/help'
import { expect, test } from 'vitest'
import { excerptOf, findArticles } from './find-articles.ts'

const article = (slug: string, title: string, sections: HelpArticle['sections']): HelpArticle => ({
  slug,
  title,
  group: 'how',
  keywords: slug === 'invites' ? ['guest'] : [],
  sections,
})

const articles = [
  article('spaces', 'Spaces', [
    { heading: null, text: 'A space holds people. Anyone can send an invite.', picture: null },
    { heading: 'Switching spaces', text: 'Use the **switcher** in the header.', picture: null },
  ]),
  article('invites', 'Inviting and joining', [
    { heading: null, text: 'Hand a code to the person.', picture: null },
  ]),
]

test.for([
  { query: 'invit', finds: ['invites', 'spaces'], because: 'a title counts more than a text' },
  { query: 'guest', finds: ['invites'], because: 'keywords count' },
  { query: 'HEADER switch', finds: ['spaces'], because: 'every word is there, in any case and order' },
  { query: 'header guest', finds: [], because: 'no article has both' },
  { query: 'ead', finds: [], because: 'only beginnings of words count' },
  { query: '  ', finds: [], because: 'nothing is asked' },
  { query: '?!', finds: [], because: 'that is no word' },
])('"$query" finds $finds because $because', ({ query, finds }) => {
  expect(findArticles(articles, query).map((found) => found.article.slug)).toEqual(finds)
})

test('a result names its section, as plain text', () => {
  expect(findArticles(articles, 'switcher')).toMatchObject([
    { heading: 'Switching spaces', excerpt: 'Use the switcher in the header.' },
  ])
  expect(findArticles(articles, 'guest')[0]).toMatchObject({ heading: null })
})

test.for([
  { text: '1. **Bold** and `code`\n2. a [link](/help)', plain: 'Bold and code a link' },
  { text: 'Run this:\n\n```sh\nnpm start\n```\n\nThen wait.', plain: 'Run this: Then wait.' },
  { text: '- one\n- two', plain: 'one two' },
])('the excerpt of "$text" is "$plain"', ({ text, plain }) => {
  expect(excerptOf(text)).toBe(plain)
})

test('a long excerpt ends at a word boundary', () => {
  const excerpt = excerptOf('word '.repeat(100))
  expect(excerpt).toMatch(/ word…$/)
  expect(excerpt.length).toBeLessThanOrEqual(141)
})
