import type { GuardrailRuleId } from '@flockwork/contract/guardrails'
import { anyCase } from './any-case.ts'
import { isPlaceholder, looksRandom } from './randomness.ts'

/**
 * The shape of a secret. A match is `starts` directly followed by `rest` (sources of regular expressions), so a text
 * without a match of `starts` has none: the pre-check of every message joins all `starts` and can't miss one.
 *
 * The secret itself is the group `secret` of the match, or else the whole of it.
 */
export interface SecretShape {
  rule: GuardrailRuleId
  /** A noun with its article. */
  words: string
  starts: string
  rest: string
  /** Must not follow a letter, a digit or `_`. The pre-check ignores this, because it would cost more than it saves. */
  isWord?: true
  /** The final check of the secret; by default, everything except placeholders. */
  accepts?: (secret: string, groups: Partial<Record<string, string>>) => boolean
}

const NO_WORD_AFTER = '(?![A-Za-z0-9_-])'
const QUOTE = '["\'`]?'
const GAP = '[ \\t]{0,3}'

type ServiceOf<Id> = Id extends `secret.${infer Service}` ? Service : never

const token = (
  service: ServiceOf<GuardrailRuleId>,
  words: string,
  starts: string,
  rest: string,
): SecretShape => ({
  rule: `secret.${service}`,
  words,
  starts,
  rest,
  isWord: true,
})

/** Tokens of services that the library doesn't know, and newer or rarer formats of those that it does. */
export const TOKENS: readonly SecretShape[] = [
  token('flockwork', 'a Flockwork agent token', 'fw_agt_', '[A-Za-z0-9_-]{60,}'),
  {
    ...token('aws', 'an AWS access key', '(?:AKIA|ABIA|ACCA|ASIA)', '[A-Z2-7]{16}(?![A-Za-z0-9])'),
    // in capitals, ASIA may also begin an organisation's name, which has few of these letters
    accepts: (key) =>
      !isPlaceholder(key) && (/[2-7]/.test(key) || (key.match(/[JKQVWXYZ]/g) ?? []).length > 2),
  },
  {
    rule: 'secret.aws',
    words: 'an AWS secret key',
    starts: `${anyCase('secret')}_?${anyCase('access')}_?${anyCase('key')}`,
    rest: `${QUOTE}${GAP}(?:=>|:=|=|:)${GAP}${QUOTE}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
  },
  token('google-cloud', 'a Google Cloud API key', 'AIza', `[A-Za-z0-9_-]{35}${NO_WORD_AFTER}`),
  token('google-cloud', 'a Google Cloud client secret', 'GOCSPX-', `[A-Za-z0-9_-]{28}${NO_WORD_AFTER}`),
  token('google-cloud', 'a Google Cloud access token', 'ya29\\.', '[A-Za-z0-9_-]{30,}'),
  {
    rule: 'secret.azure',
    words: 'an Azure client secret',
    // The preceding part is matched after the two characteristic ones, so that most texts are scanned once.
    starts: 'Q~(?<=(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\\dQ~)',
    rest: '[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])',
  },
  {
    rule: 'secret.azure',
    words: 'an Azure access key',
    starts: '(?:AccountKey|SharedAccessKey|AccessKey)=',
    rest: '(?<secret>[A-Za-z0-9+/]{40,100}={0,2})',
  },
  {
    rule: 'secret.azure',
    words: 'an Azure shared access signature',
    starts: '[?&]sig=',
    rest: '(?<secret>[A-Za-z0-9%+/]{40,}={0,2})',
  },
  token('gitlab', 'a GitLab token', 'gl(?:dt|rt|cbt|ptt|ft|soat|imt|agent|oas|ffct)-', '[A-Za-z0-9_.-]{20,}'),
  token('slack', 'a Slack token', 'xox[a-z](?:\\.xox[a-z])?-', '[A-Za-z0-9%-]{0,80}\\d[A-Za-z0-9%-]{18,}'),
  {
    rule: 'secret.discord',
    words: 'a Discord bot token',
    isWord: true,
    starts: `[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.`,
    rest: `[A-Za-z0-9_-]{27,45}${NO_WORD_AFTER}`,
  },
  {
    rule: 'secret.discord',
    words: 'a Discord webhook',
    starts: anyCase('discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/'),
    rest: '\\d{15,21}/(?<secret>[A-Za-z0-9_-]{60,})',
  },
  {
    rule: 'secret.telegram',
    words: 'a Telegram bot token',
    starts: ':AA(?<=(?<!\\d)\\d{8,10}:AA)',
    rest: `[A-Za-z0-9_-]{33}${NO_WORD_AFTER}`,
  },
  token('stripe', 'a Stripe webhook secret', 'whsec_', '[A-Za-z0-9+/]{32,}={0,2}'),
  token('twilio', 'a Twilio key', 'SK(?=[0-9a-f]{8})', `[0-9a-f]{32}${NO_WORD_AFTER}`),
  token('sendgrid', 'a SendGrid key', 'SG\\.', `[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}${NO_WORD_AFTER}`),
  token('openai', 'an OpenAI key', 'sk-(?:proj|svcacct|admin|None)-', '[A-Za-z0-9_-]{40,}'),
  token('anthropic', 'an Anthropic key', 'sk-ant-', '[a-z]{2,12}\\d{2}-[A-Za-z0-9_-]{60,}'),
  token('hugging-face', 'a Hugging Face token', '(?:hf_|api_org_)', '[A-Za-z0-9]{34}(?![A-Za-z0-9_])'),
  token('pypi', 'a PyPI token', 'pypi-AgE', '[A-Za-z0-9_-]{50,}'),
  token('jwt', 'a JSON Web Token', 'eyJ', '[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{16,}'),
  {
    rule: 'secret.private-key',
    words: 'a private key',
    starts: '-----BEGIN ',
    rest: '(?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[^])*(?:-----END [A-Z0-9 ]{1,60}-----)?',
    // The header alone may be talk about keys; a line of a real key is longer.
    accepts: (key) => /[A-Za-z0-9+/]{40}/.test(key),
  },
]

const NAME = anyCase('(?:key|token|secret|passw(?:or)?d|pwd|passphrase|credentials?|authorization)')
const PUBLIC = anyCase(
  '(?:public|gpg|pgp|cache|primary|foreign|idempotency|partition|sort|site|page|next|object|map)',
)
const WEAK_PASSWORD =
  /^(?:my|some|your)?(?:pass(?:word|wd)?|pwd?|secret|token|admin|root|user(?:name)?|test)\d*$/i

/** Recognised by context rather than format: matched last, because they name no service. */
export const BY_CONTEXT: readonly SecretShape[] = [
  {
    rule: 'secret.address',
    words: 'a password in an address',
    starts: '(?<=[A-Za-z0-9+.-]{2}):\\/\\/(?<user>[^\\s:/?#@"\'`<>]{0,100}):',
    rest: '(?<secret>[^\\s/@"\'`<>]{4,200})@[A-Za-z0-9\\[]',
    // Guides set up test databases with the user name as the password.
    accepts: (password, { user }) =>
      password !== user && !WEAK_PASSWORD.test(password) && !isPlaceholder(password),
  },
  {
    rule: 'secret.value',
    words: 'a secret value',
    starts:
      `${NAME}(?<!${PUBLIC}[ _-]?${NAME})(?:_?\\d)?` +
      `${QUOTE}${GAP}(?:=>|:=|=|:|\\bis\\b)${GAP}${QUOTE}(?:${anyCase('(?:bearer|basic)')} )?(?=[^\\s"'\`]{16})`,
    rest: '(?<secret>[A-Za-z0-9+/=_.~!@#$%^&*-]{16,})',
    accepts: (value) => !isPlaceholder(value) && !isPublicId(value) && looksRandom(value),
  },
]

/** A UUID, a digest with its name, a path. */
function isPublicId(value: string): boolean {
  return (
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i.test(value) || /^(?:sha\d+-|\.{0,2}\/)/i.test(value)
  )
}
