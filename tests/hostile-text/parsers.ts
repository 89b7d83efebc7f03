/** Every function of the server, the web app and the listener that parses untrusted text. */
import { parseTaskNames, readDisplayId } from '../../packages/contract/src/tasks/display-id.ts'
import { readPriority } from '../../packages/contract/src/tasks/priorities.ts'
import { readStatus } from '../../packages/contract/src/tasks/statuses.ts'
import { emojiOf, emojisOnly, normaliseEmoji } from '../../packages/contract/src/text/emoji.ts'
import { markdownBlocks } from '../../packages/contract/src/text/markdown-blocks.ts'
import { handlesIn, parseMentions } from '../../packages/contract/src/text/mentions.ts'
import { codePoints, messageProblem } from '../../packages/contract/src/text/message-text.ts'
import {
  nameProblem,
  personNameProblem,
  toInlineName,
  toPersonName,
} from '../../packages/contract/src/text/names.ts'
import { nestingDepth } from '../../packages/contract/src/text/nesting.ts'
import { nearestHandles } from '../../packages/contract/src/text/nearest-handles.ts'
import { isOwnPath } from '../../packages/contract/src/text/own-path.ts'
import { parentPreview } from '../../packages/contract/src/text/preview.ts'
import { proseRanges } from '../../packages/contract/src/text/prose.ts'
import { reactionOf } from '../../packages/contract/src/text/reactions.ts'
import { highlightsOf, matchesSearch, parseSearch } from '../../packages/contract/src/text/search-query.ts'
import { sentimentOf } from '../../packages/contract/src/text/sentiment.ts'
import { parseTopics, topicsIn } from '../../packages/contract/src/text/topics.ts'
import { trimEnd } from '../../packages/contract/src/text/trim-end.ts'
import { wordsOf } from '../../packages/contract/src/text/words.ts'
import { isCallPath, withoutTrailingSlash } from '../../packages/contract/src/pages.ts'
import { handlesFrom } from '../../apps/server/src/features/auth/provider/handles.ts'
import { handshakeIn } from '../../apps/server/src/features/connection/handshake.ts'
import { createAbuseFinder } from '../../apps/server/src/features/guardrails/abuse/find-abuse.ts'
import { findNumbers } from '../../apps/server/src/features/guardrails/numbers/find-numbers.ts'
import { readingsOf } from '../../apps/server/src/features/guardrails/readings.ts'
import { findTakeovers } from '../../apps/server/src/features/guardrails/takeover/find-takeovers.ts'
import { plainTextOf } from '../../apps/server/src/features/guardrails/plain-text.ts'
import { isPlaceholder, looksRandom } from '../../apps/server/src/features/guardrails/secrets/randomness.ts'
import { createSecretFinder } from '../../apps/server/src/features/guardrails/secrets/find-secrets.ts'
import { intentOf, questionOf } from '../../apps/server/src/features/guide/intents.ts'
import { wordsOf as guideWordsOf } from '../../apps/server/src/features/guide/words.ts'
import { asks, decisionIn } from '../../apps/server/src/features/catch-up/phrases.ts'
import { readSince as readSinceToCatchUp } from '../../packages/contract/src/text/since.ts'
import { quoted } from '../../apps/server/src/features/guide/wording.ts'
import { onOneLine, withoutUnseen } from '../../apps/server/src/platform/one-line.ts'
import { sinceOf } from '../../apps/server/src/features/mcp/tools/values.ts'
import { parseCursors } from '../../apps/server/src/features/realtime/streams/cursors.ts'
import { readSince } from '../../apps/server/src/features/messages/reading/cursors.ts'
import {
  readResource,
  resourceAt,
  withoutSlash,
} from '../../apps/server/src/features/oauth/library/resources.ts'
import {
  bearerOf,
  callerIp,
  hostName,
  isOurHost,
  isOurOrigin,
  limitedAddress,
} from '../../apps/server/src/platform/address.ts'
import { isUtf8Escaped } from '../../apps/server/src/platform/utf8.ts'
import { excerptOf as articleExcerptOf } from '../../apps/web/src/features/help/find-articles.ts'
import { nextAction } from '../../apps/web/src/features/messages/composer/pre-send/next-action.ts'
import { shortened } from '../../apps/web/src/features/messages/context/shortened.ts'
import {
  entitiesOf,
  isPlain,
  withEndedQuotes,
  withPlaceholders,
} from '../../apps/web/src/features/messages/markdown/entities.ts'
import { markupCost } from '../../apps/web/src/features/messages/markdown/markup-cost.ts'
import { taskDraft } from '../../apps/web/src/features/messages/message/make-task.ts'
import { excerptOf } from '../../apps/web/src/features/search/excerpt.ts'
import { deviceName } from '../../apps/web/src/features/settings/device-name.ts'
import { plainText } from '../../apps/web/src/ui/plain-text.ts'
import { createEventParser } from '../../packages/listen/src/event-parser.ts'
import { onOneLine as onOneLineOfListener } from '../../packages/listen/src/one-line.ts'
import { partsOf } from '../../packages/listen/src/parts.ts'

const secrets = createSecretFinder()
const findAbuse = createAbuseFinder()
const WORDS = { unknown: '', programOn: () => '', browserOn: () => '' }
const FACTS = { isGuideEnabled: true, isInPersonalSpace: true, autoRoute: 'ask', sendsAnyway: false } as const
const ADDRESS = 'http://localhost:8787'

export const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  articleExcerptOf,
  asks,
  bearerOf: (text) => bearerOf({ headers: { authorization: text } } as never),
  callerIp: (text) => callerIp({ ip: text }),
  codePoints,
  decisionIn,
  deviceName: (text) => deviceName(text, WORDS),
  emojiOf,
  emojisOnly,
  entitiesOf: (text) => entitiesOf(text, new Set(['ana'])),
  eventParser: (text) => createEventParser(() => {})(text),
  excerptOf: (text) => excerptOf(text, []),
  findAbuse: (text) => findAbuse(readingsOf(text)),
  findNumbers: (text) => findNumbers(readingsOf(text)),
  findTakeovers: (text) => findTakeovers(readingsOf(text)),
  guideWordsOf,
  handlesFrom: (text) => handlesFrom(text).next(),
  handlesIn,
  handshakeIn: (text) => handshakeIn({ method: 'initialize', params: { clientInfo: { name: text } } }),
  hostName,
  highlightsOf: (text) => highlightsOf(parseSearch(text), text),
  intentOf: (text) => intentOf(questionOf(text)),
  isCallPath,
  isOurHost: (text) => isOurHost(text, ADDRESS),
  isOurOrigin: (text) => isOurOrigin(text, text, ADDRESS),
  isOwnPath,
  isPlaceholder,
  isUtf8Escaped,
  isPlain,
  limitedAddress,
  looksRandom,
  markdownBlocks,
  markupCost,
  matchesSearch: (text) =>
    matchesSearch(parseSearch(text), { content: text, author: 'ana', topics: [] } as never),
  messageProblem,
  nameProblem,
  nestingDepth: (text) => nestingDepth(text, 100),
  nearestHandles: (text) => nearestHandles(text, ['ana', 'a'.repeat(32)]),
  nextAction: (text) => nextAction(text, FACTS as never),
  normaliseEmoji,
  onOneLine,
  onOneLineOfListener,
  parentPreview,
  parseMentions,
  parseSearch,
  parseTaskNames,
  parseTopics,
  partsOf,
  plainText,
  plainTextOf,
  proseRanges,
  questionOf,
  quoted,
  reactionOf,
  readSinceToCatchUp: (text) => readSinceToCatchUp(text, 0),
  readDisplayId,
  readPriority,
  readResource: (text) => readResource(`${ADDRESS}/${text}`, ADDRESS),
  parseCursors: (text) => parseCursors(`m2.${text}`),
  'parseCursors of the form before': (text) => parseCursors(`m1.${text}`),
  readSince: (text) => {
    try {
      return readSince(text)
    } catch {
      return undefined
    }
  },
  resourceAt: (text) => resourceAt(ADDRESS, text),
  readStatus,
  secrets: (text) => secrets.find(text),
  sentimentOf,
  shortened: (text) => shortened(text, 100),
  sinceOf: (text) => {
    try {
      return sinceOf(text, 0)
    } catch {
      return undefined
    }
  },
  taskDraft: (text) => taskDraft({ id: 'm1', content: text }),
  personNameProblem,
  toInlineName,
  toPersonName,
  topicsIn,
  trimEnd: (text) => trimEnd(text, '/'),
  withEndedQuotes,
  withPlaceholders: (text) => withPlaceholders(text, entitiesOf(text, new Set(['ana']))),
  withoutSlash,
  withoutTrailingSlash,
  withoutUnseen,
  wordsOf,
}
