import { expect, test } from 'vitest'
import { parseMentions } from '@flockwork/contract/text/mentions'
import { parseTopics } from '@flockwork/contract/text/topics'
import { createInspect, DEFAULT_SETTINGS } from '../guardrails/index.ts'
import { answerFromArticles, REFUSED_ANSWER } from './answer.ts'
import { parseArticle, readArticles } from './articles.ts'
import { createSearch } from './search.ts'
import { stem } from './words.ts'

const ANSWER_MAX_CHARS = 900
/** Used instead of a heading. */
const LEAD = 'the lead'

const search = createSearch(await readArticles())

test('there are at least twelve help articles', () => {
  expect(search.articles.length).toBeGreaterThanOrEqual(12)
})

test.for([
  ['How do I invite a colleague?', 'invites', null],
  ['my invite code does not work', 'invites', 'My invite code does not work'],
  ['who becomes the administrator?', 'first-account', null],
  ['I lost the setup code', 'first-account', 'I lost the setup code'],
  ['how do I start the server', 'start-and-test', null],
  ['how do I run the tests?', 'start-and-test', null],
  ['how do I connect Claude Code?', 'claude-code', null],
  ['Claude Desktop setup', 'claude-desktop', null],
  ['connecting Cursor', 'cursor', null],
  ['can I use ChatGPT?', 'chatgpt', null],
  ['my agent cannot connect', 'connect-an-mcp-client', null],
  ['what happens to unread messages?', 'nothing-is-lost', null],
  ['what does delivered mean?', 'deliveries', null],
  ['can I edit a message?', 'writing-messages', null],
  ['how do I react to a message', 'reactions', null],
  ['can I upload a file?', 'not-built-yet', null],
  ['what are channels', 'channels', null],
  ['how do I make a channel?', 'channels', null],
  ['create a new channel', 'channels', null],
  ['how do I rename a channel?', 'channels', 'Renaming and archiving channels'],
  ['how do I create a space?', 'spaces', null],
  ['how can I make a new space', 'spaces', null],
  ['how do I make an invite?', 'invites', null],
  ['how do I add people?', 'invites', null],
  ['what does perched now mean?', 'words', 'Perched now'],
  ['what is free roam?', 'words', 'Free roam, Follow me and pinned'],
  ['what do the levels mean', 'words', 'Levels, ranks and rarity of agents'],
  ['what is a stale task', 'words', 'Stale tasks, ideas and attention'],
  ['how do I filter messages?', 'filters', null],
  ['can I send a filtered view to someone?', 'filters', 'Sending a filtered view to someone'],
  ['how do I copy what is shown?', 'filters', 'Copying what is shown'],
  ['which environment variables are there?', 'self-hosting', null],
  ['can it use another Postgres database?', 'self-hosting', 'The database'],
  ['is there a dark mode?', 'dark-mode', null],
  ['which keyboard shortcuts are there?', 'keyboard', null],
  ['how do I switch off the single keys', 'keyboard', 'Switching single keys off'],
  ['how can an agent wait for a mention', 'agent-tools', 'Waiting for a mention'],
  ['how do I set a webhook?', 'wake-an-agent', null],
  ['what is a dead letter?', 'wake-an-agent', null],
  ['how do I register an agent?', 'register-an-agent', null],
  [
    'how do I pin scout to this space so it stops following me around?',
    'register-an-agent',
    'Pin an agent to a space, or let it follow you around',
  ],
  ['I lost the token of my agent', 'register-an-agent', "The agent's token is lost or leaked"],
  ['what is a personal space', 'spaces', 'Your personal space'],
  ['how do I switch spaces', 'spaces', 'Switching spaces'],
  ['how do replies work', 'replies', null],
  ['what are hashtags', 'topics', null],
  ['how do I search for an old message?', 'searching', null],
  ['can I mention everyone?', 'mentions', 'Mentioning everyone'],
  ['how long can a message be', 'writing-messages', null],
  ['I forgot my password', 'accounts', 'I forgot my password'],
  ['how do I change my password', 'your-account', null],
  ['how can I delete my account?', 'your-account', null],
  ['can I download my data?', 'your-account', 'Downloading my data'],
  ['how do I move a space to another server?', 'carry-a-space', null],
  ['can I export a space?', 'carry-a-space', null],
  ['how do I rotate the signing keys', 'operator-command', null],
  ['how are the keys encrypted', 'self-hosting', 'Encrypting the keys'],
  ['what is Flockwork?', 'a-short-tour', 'What is Flockwork'],
  ['is there a language model behind Chirpy?', 'who-is-chirpy', null],
  ['how do I end the demo?', 'demos', null],
] as const)('"%s" is answered from %s', ([question, slug, heading]) => {
  const [best] = search.find(question)
  expect(best?.article.slug).toBe(slug)
  if (heading !== null) expect(best?.passage.heading ?? LEAD).toBe(heading)
})

test.for([
  'what is the capital of France?',
  'what is the weather today?',
  'write me a poem about agents',
  'how do I bake bread in this space?',
  'who won the world cup',
  'is my account hacked',
  'what is ana working on?',
  'who wrote the last message?',
  'сколько стоит билет',
  'why',
])('"%s" gets a plain "I do not know"', (question) => {
  expect(search.find(question)).toEqual([])
  expect(answerFromArticles(search, 'question', question).text).toMatch(/^I do not know that/)
})

const answers = [
  ...search.articles.flatMap(({ title, passages }) =>
    passages.map(
      ({ text }) =>
        `${text}\n\nFrom my help article '${title}'. See also 'The first account and the setup code'.`,
    ),
  ),
  ...(['hello', 'thanks', 'help', 'self', 'docs', 'tour', 'connect'] as const).map(
    (intent) => answerFromArticles(search, intent, '').text,
  ),
  answerFromArticles(search, 'question', 'zzz').text,
  REFUSED_ANSWER,
]

test('every answer is short, has no exclamation marks, mentions or topics, and passes the guardrails', async () => {
  const inspect = createInspect()
  for (const answer of answers) {
    expect(answer.length, answer).toBeLessThan(ANSWER_MAX_CHARS)
    // code may contain any character
    expect(answer.replaceAll(/`[^`]*`/g, '')).not.toMatch(/!|\p{Emoji_Presentation}|\]\((?!\/)/u)
    expect(parseMentions(answer), answer).toEqual([])
    expect(parseTopics(answer), answer).toEqual([])
    expect(inspect(answer, 'agent', DEFAULT_SETTINGS).findings, answer).toEqual([])
  }
})

test('an answer names its article, and links to its page', () => {
  const answer = answerFromArticles(search, 'question', 'is there a dark mode?')
  expect(answer.sources.map(({ article }) => article.slug)).toEqual(['dark-mode'])
  expect(answer.text).toContain('From my help article [Dark mode](/help/dark-mode).')
})

test.for([
  { text: 'no front matter', because: 'it has no front matter' },
  { text: '---\ntitle: A\nslug: a\n---\nText', because: 'it has no keywords' },
  { text: '---\ntitle: A\nslug: a\nkeywords: b\n---\nText', because: 'it has no group' },
  {
    text: '---\ntitle: A\nslug: a\nkeywords: b\ngroup: else\n---\nText',
    because: 'the help centre has no such group',
  },
  {
    text: '---\ntitle: A\nslug: a\nkeywords: b\ngroup: how\norder: 1\n---\n## Heading\nText',
    because: 'it has no lead',
  },
])('an article is refused when $because', ({ text }) => {
  expect(() => parseArticle('a.md', text)).toThrow('a.md has no')
})

test.for([
  ['spaces', 'space'],
  ['invites', 'inviting'],
  ['connecting', 'connected'],
  ['registers', 'register'],
  ['replies', 'reply'],
  ['mentioned', 'mention'],
  ['running', 'runs'],
] as const)('%s and %s are one word', ([one, other]) => {
  expect(stem(one)).toBe(stem(other))
})

test.for([
  ['status', 'state'],
  ['channel', 'change'],
  ['topic', 'top'],
] as const)('%s and %s stay two words', ([one, other]) => {
  expect(stem(one)).not.toBe(stem(other))
})
