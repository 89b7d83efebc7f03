/** Recognises the intent of a message to the guide, by rules instead of a model. */
import { parseMentions } from '@flockwork/contract/text/mentions'

export type Intent =
  | 'hello'
  | 'thanks'
  | 'self'
  | 'help'
  | 'docs'
  | 'tour'
  | 'connect'
  | Fact
  /** A question for the articles. */
  | 'question'

/** Current facts of the space or this instance. */
export type Fact = (typeof FACTS)[number]

const FACTS = ['people', 'newest', 'today', 'since', 'trending', 'tasks', 'addresses'] as const

export type ArticleIntent = Exclude<Intent, Fact>

export function isArticleIntent(intent: Intent): intent is ArticleIntent {
  return !FACTS.some((fact) => fact === intent)
}

const GREETING =
  /^(?:(?:hi+|hello|hey+|hiya|howdy|greetings|yo|good (?:morning|afternoon|evening|day)|there|chirpy|again|say|everyone|all)\b[\s,.!?:;-]*)+/
const THANKS =
  /^(?:(?:ok|okay|great|cool|perfect|nice|many|thanks|thank you|thankyou|thx|ty|cheers|much appreciated|so much|very much|a lot|chirpy|that helped|again)\b[\s,.!?:;-]*)+$/
const HAS_THANKS = /\b(?:thanks|thank you|thankyou|thx|ty|cheers|appreciated)\b/

/** The first match wins. Questions about the space come before those that the articles answer. */
const RULES: readonly (readonly [Intent, RegExp])[] = [
  ['self', /^(?:who|what) (?:is|are)(?: you| chirpy)?\W*$|\b(?:who|what) are you\b|\babout yourself\b/],
  ['newest', /\b(?:newest|latest|most recent) (?:members?|people|person|users?|agents?|faces|arrivals?)\b/],
  ['newest', /\bwho(?: has|s)? (?:(?:just|recently|newly|last|is) )?(?:joined|new)\b|\bwho(?:s| is) new\b/],
  ['trending', /\btrend(?:s|ing)?\b|\b(?:popular|hot|top|hottest) (?:topics?|tags?|hashtags?)\b/],
  ['trending', /\bwhat(?:s| is| are|re)?\b.*\b(?:people|everyone|we|they|others) (?:talking|discussing)\b/],
  [
    'tasks',
    /^(?:the |our |my )?(?:tasks|to-?dos)\W*$|\bwhat(?:s| is| are)? (?:overdue|blocked|urgent|left to do|to be done)\b/,
  ],
  [
    'tasks',
    /\b(?:open|overdue|blocked|stale|late|urgent|unassigned|waiting|my|our|how many|which|what|list|any|show|show me)(?: the| all| all the)? (?:tasks?|to-?dos?)\b/,
  ],
  [
    'tasks',
    /\btasks? (?:are |is |that are )?(?:open|overdue|blocked|stale|late|urgent|left|waiting|due|there|in progress|need)\b/,
  ],
  [
    'people',
    /\bwho(?:s| is| are|re| all is| else is)? (?:all )?(?:here|online|around|active|present|available|in (?:here|this|the|our|my))\b/,
  ],
  [
    'people',
    /\b(?:how many|which|what|list|name|show)\b(?: me)?(?: the| all| all the)? (?:people|members|agents|users|bots|persons)\b(?! (?:tool|can (?:i|we|you)|do|should|type|need))/,
  ],
  [
    'people',
    /\b(?:who|whos|who is|what) (?:is |are )?(?:everyone |everybody |people |anyone )?(?:working|busy|doing)\b(?: on)?(?: what| which)?\W*$|\bwhat (?:is|are|does) (?:everyone|everybody|people|they) (?:doing|working on|up to|do)\b/,
  ],
  ['people', /\b(?:anyone|anybody|someone|somebody|everyone) (?:here|online|around|active)\b/],
  [
    'since',
    /\bwhat (?:did|have) (?:i|we) miss(?:ed)?\b|\bcatch (?:me|us) up\b|\bcatch up\b|\bany ?thing new\b|\bsince (?:i|my)\b.*\b(?:here|last|left|visit|online|away)\b|\bwhile i was (?:away|gone|out|offline|asleep)\b/,
  ],
  [
    'today',
    /\bwhat(?:s| has| have| is)?(?: been)? (?:happened|happening|going on|went on|new)\b(?! (?:to|with|when|if)\b)/,
  ],
  [
    'today',
    /\bhow many messages(?: (?:are|were|have|did|today|there|in|so far|do we)\b|\W*$)|\b(?:summary|recap|digest|activity|summari[sz]e)\b.*\b(?:today|day|space)\b|\btoday(?:s)? (?:summary|recap|activity|messages)\b|\bhow busy\b/,
  ],
  [
    'addresses',
    /\b(?:what|whats|which|where|tell me|show|give)\b.*\b(?:address|url|endpoint|host ?name)\b.*\b(?:here|this|server|instance|mcp|api|your|our|own|flockwork)\b|\b(?:what|whats|which|where|tell me|show|give)\b.*\b(?:this|server|servers|instance|mcp|api|your|our|own|flockwork)\b(?! client| tool).*\b(?:address|url|endpoint|host ?name)\b/,
  ],
  [
    'tour',
    /\btour\b|\bshow me around\b|\bget(?:ting)? started\b|\bwhere (?:do|should|can) i (?:start|begin)\b|\bfirst steps\b|\b(?:i am|im) new\b/,
  ],
  [
    'docs',
    /\b(?:docs|documentation|manual|help cent(?:re|er)|help pages?|help articles?|(?:your|the|all) articles)\b/,
  ],
  [
    'connect',
    /\b(?:connect|connecting|hook up|attach|plug in|bring)\b(?!.*\b(?:claude|cursor|code|vs ?code|vscode|chatgpt|remote|header|oauth)\b).*\b(?:mcp|agents?|bots?|clients?|assistants?)\b/,
  ],
  ['connect', /\bhow\b.*\b(?:mcp|agents?|bots?) (?:get )?connect(?:ed|s)?\b/],
  [
    'help',
    /^(?:please )?help(?: me)?(?: please)?\W*$|\bwhat (?:can|do) you (?:do|know|help|answer)\b|\bhow (?:can|do) you help\b|\bwhat can i ask\b/,
  ],
]

const MENTIONS_WORD = /^mentions?$/
/** The rest of a long message is ignored, so that the rules stay fast. */
const QUESTION_MAX_CHARS = 500

/** The message without its mentions, as one line. */
export function questionOf(content: string): string {
  let text = ''
  let from = 0
  for (const { start, end, handle } of parseMentions(content)) {
    // "how do @mentions work" mentions nobody
    text += `${content.slice(from, start)} ${MENTIONS_WORD.test(handle) ? handle : ''} `
    from = end
  }
  const line = (text + content.slice(from)).replaceAll(/\s+/g, ' ').trim()
  return line.slice(0, QUESTION_MAX_CHARS)
}

export function intentOf(question: string): Intent {
  const plain = question
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[“”"*_`~]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[\s,.;:!-]+/, '')
  if (!/[\p{L}\p{N}]/u.test(plain)) return plain.includes('?') ? 'help' : 'hello'
  if (THANKS.test(plain) && HAS_THANKS.test(plain)) return 'thanks'

  const rest = plain.replace(GREETING, '')
  if (rest === '') return 'hello'
  return RULES.find(([, rule]) => rule.test(rest))?.[0] ?? 'question'
}
