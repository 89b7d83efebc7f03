import { expect, test } from 'vitest'
import { contentToSend, nextAction, addressedToGuide, type SendingFacts } from './next-action.ts'

const team: SendingFacts = {
  isReply: false,
  isPersonal: false,
  isGuideOff: false,
  isDemo: false,
  guide: 'ask',
  asksForTopic: true,
  answered: null,
}
const home: SendingFacts = { ...team, isPersonal: true }
const routed: SendingFacts = { ...home, guide: 'always' }
const reply: SendingFacts = { ...team, isReply: true }

test.for([
  { text: 'hello', facts: team, asks: 'mention_or_topic', because: 'it has no mention and no topic' },
  { text: 'hello', facts: home, asks: 'guide', because: 'a personal space has Chirpy' },
  {
    text: 'hello',
    facts: { ...home, isGuideOff: true },
    asks: 'mention_or_topic',
    because: 'Chirpy is switched off',
  },
  {
    text: 'hello',
    facts: { ...routed, isGuideOff: true },
    asks: 'mention_or_topic',
    because: 'Chirpy is off, whatever was chosen',
  },
  {
    text: 'hello',
    facts: { ...home, asksForTopic: false },
    asks: 'guide',
    because: 'other spaces have a separate choice',
  },
  { text: '`@scout` and `#dev`', facts: team, asks: 'mention_or_topic', because: 'code mentions nobody' },
  { text: 'a@b.example', facts: team, asks: 'mention_or_topic', because: 'an address is no mention' },
  { text: 'issue #12', facts: team, asks: 'mention_or_topic', because: 'a topic begins with a letter' },
  { text: '!unknown', facts: team, asks: 'mention_or_topic', because: 'it is no command' },
  { text: '??', facts: team, asks: 'mention_or_topic', because: 'only a single ? asks for help' },
  { text: '/demo now', facts: team, asks: 'mention_or_topic', because: 'it is more than the command' },
] as const)('"$text" is asked about ($asks) because $because', ({ text, facts, asks }) => {
  expect(nextAction(text, facts)).toEqual({ kind: 'ask', question: asks })
})

test.for([
  { text: 'hello @scout', facts: team, because: 'it mentions someone' },
  { text: 'hello @scout', facts: home, because: 'it mentions someone, also in the personal space' },
  { text: 'hello @nobody-here', facts: team, because: 'the server says that nobody is called so' },
  { text: 'a #bug', facts: team, because: 'it has a topic' },
  { text: 'a #bug', facts: home, because: 'it has a topic, also in the personal space' },
  { text: 'hello', facts: reply, because: 'replies are never asked about' },
  {
    text: 'hello',
    facts: { ...home, isReply: true },
    because: 'replies are never asked about, also in the personal space',
  },
  { text: '/demo', facts: reply, because: 'in a reply it is no command' },
  { text: '👍 🎉', facts: team, because: 'it is emoji only' },
  { text: '!fire', facts: home, because: 'it is a command' },
  { text: 'hello', facts: { ...team, asksForTopic: false }, because: 'never ask again' },
  { text: 'hello', facts: { ...home, guide: 'never' }, because: 'it is not for Chirpy' },
  {
    text: 'hello',
    facts: { ...reply, isPersonal: true, guide: 'always' },
    because: 'a reply has a recipient',
  },
  { text: 'hello @chirpy', facts: routed, because: 'it mentions Chirpy already' },
  { text: 'hello', facts: { ...routed, isDemo: true }, because: 'a demo has nobody to ask' },
  { text: '👍', facts: routed, because: 'emoji only is no message' },
  { text: '!lol', facts: routed, because: 'a command is no message' },
] as const)('"$text" is sent as it is because $because', ({ text, facts }) => {
  expect(nextAction(` ${text}\n`, facts)).toEqual({ kind: 'send', content: text })
})

test.for([
  { facts: { ...home, answered: 'guide' }, sent: '@chirpy hello', because: 'Chirpy was chosen today' },
  { facts: { ...home, answered: 'plain' }, sent: 'hello', because: 'it was chosen to go without' },
  {
    facts: { ...home, answered: 'edit' },
    sent: 'hello',
    because: 'who went back to edit wrote what they meant',
  },
  { facts: { ...team, answered: 'plain' }, sent: 'hello', because: 'it was sent anyway today' },
  { facts: { ...team, answered: 'edit' }, sent: 'hello', because: 'it was asked about today' },
  {
    facts: { ...home, isGuideOff: true, answered: 'guide' },
    sent: 'hello',
    because: 'Chirpy was switched off since',
  },
] as const)('asked once a day, the next is sent as "$sent" because $because', ({ facts, sent }) => {
  expect(nextAction('hello', facts)).toEqual({ kind: 'send', content: sent })
})

test.for([
  { text: 'hello', sent: '@chirpy hello', because: 'auto-route is on' },
  { text: 'ask @scout', sent: '@chirpy ask @scout', because: 'another mention is not Chirpy’s' },
  { text: 'a #bug', sent: '@chirpy a #bug', because: 'a topic mentions nobody' },
  { text: '`@chirpy`', sent: '@chirpy `@chirpy`', because: 'code mentions nobody' },
])('"$text" is sent as "$sent" because $because', ({ text, sent }) => {
  expect(nextAction(text, routed)).toEqual({ kind: 'send', content: sent })
})

test.for(['```js\ncode\n```', '~~~\ncode\n~~~', '> quote', '- one\n- two', '1. one', '# Title', '| a | b |'])(
  'the mention of Chirpy is on a line before %s, which must begin a line',
  (text) => {
    expect(addressedToGuide(text)).toBe(`@chirpy\n\n${text}`)
  },
)

test.for([
  { text: '?', facts: team, kind: 'help' },
  { text: ' /? ', facts: home, kind: 'help' },
  { text: '?', facts: reply, kind: 'help' },
  { text: '/demo', facts: team, kind: 'demo' },
  { text: '?Demo', facts: routed, kind: 'demo' },
] as const)('"$text" is the command for $kind', ({ text, facts, kind }) => {
  expect(nextAction(text, facts)).toEqual({ kind })
})

test.for([
  { text: ' \n', isForGuide: false, sent: null, because: 'an empty message only closes the dialog' },
  { text: '', isForGuide: true, sent: null, because: 'an empty message only closes the dialog' },
  { text: ' hello ', isForGuide: false, sent: 'hello', because: 'it is sent as it is' },
  { text: 'hello', isForGuide: true, sent: '@chirpy hello', because: 'it is for Chirpy' },
])('the answer sends $sent because $because', ({ text, isForGuide, sent }) => {
  expect(contentToSend(text, isForGuide)).toBe(sent)
})
