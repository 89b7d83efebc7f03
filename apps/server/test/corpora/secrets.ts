/** Well-formed secrets of each kind, by the forms that their services publish, as people paste them. */
import type { GuardrailRuleId } from '@flockwork/contract/guardrails'
import { randomFrom, type Random } from './generated.ts'

const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LETTERS = `${CAPITALS}${CAPITALS.toLowerCase()}`
const WORD = `${LETTERS}${DIGITS}`
const URL_SAFE = `${WORD}_-`
const BASE64 = `${WORD}+/`
const BASE32 = `${CAPITALS}234567`

type Make = (random: Random) => string

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const pem = (random: Random, label: string) => {
  const lines = Array.from({ length: 6 + random.below(20) }, () => random.of(BASE64, 64))
  // put together, so that no scanner of repositories takes this file for one
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n')
}

const assigned = (random: Random, value: string) => {
  const name = random.pick([
    'API_KEY',
    'SECRET_KEY',
    'ACCESS_TOKEN',
    'AUTH_TOKEN',
    'CLIENT_SECRET',
    'DB_PASSWORD',
    'JWT_SECRET',
    'ENCRYPTION_KEY',
    'WEBHOOK_SECRET',
    'REFRESH_TOKEN',
  ])
  const camel = name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return random.pick([
    `${name}=${value}`,
    `export ${name}="${value}"`,
    `${name.toLowerCase()}: ${value}`,
    `${name.toLowerCase()} = '${value}'`,
    `"${camel}": "${value}"`,
    `const ${camel} = '${value}'`,
    `${camel} := "${value}"`,
    `:${name.toLowerCase()} => "${value}"`,
    `the ${name.toLowerCase().replace('_', ' ')} is ${value}`,
  ])
}

const MAKERS: Partial<Record<GuardrailRuleId, readonly Make[]>> = {
  'secret.flockwork': [({ of }) => `fw_agt_${of(WORD, 22)}_${of(URL_SAFE, 120)}`],
  'secret.aws': [
    ({ of, pick }) => `${pick(['AKIA', 'ASIA'])}${of(BASE32, 16)}`,
    ({ of }) => `AWS_SECRET_ACCESS_KEY=${of(BASE64, 40)}`,
    ({ of }) => `aws_secret_access_key = ${of(BASE64, 40)}`,
    ({ of }) => `"SecretAccessKey": "${of(BASE64, 40)}"`,
  ],
  'secret.google-cloud': [
    ({ of }) => `AIza${of(URL_SAFE, 35)}`,
    ({ of }) => `GOCSPX-${of(URL_SAFE, 28)}`,
    ({ of, below }) => `ya29.${of(URL_SAFE, 60 + below(120))}`,
  ],
  'secret.azure': [
    ({ of }) => `${of(WORD, 3)}8Q~${of(`${WORD}_~.`, 34)}`,
    ({ of }) =>
      `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${of(BASE64, 86)}==;EndpointSuffix=core.windows.net`,
    ({ of }) =>
      `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${of(BASE64, 43)}=`,
    ({ of }) =>
      `https://acme.blob.core.windows.net/c/f?sv=2023-01-03&se=2030-01-01&sr=b&sp=r&sig=${of(WORD, 43)}%3D`,
  ],
  'secret.github': [
    ({ of, pick }) => `${pick(['ghp', 'gho', 'ghu', 'ghs', 'ghr'])}_${of(WORD, 36)}`,
    ({ of }) => `github_pat_${of(WORD, 22)}_${of(WORD, 59)}`,
  ],
  'secret.gitlab': [
    ({ of }) => `glpat-${of(URL_SAFE, 20)}`,
    ({ of }) => `glpat-${of(URL_SAFE, 27)}.01.${of(`${HEX.slice(0, 10)}abcdefghijklmnop`, 9)}`,
    ({ of, pick }) => `${pick(['gldt', 'glrt', 'glptt', 'glft', 'glsoat'])}-${of(URL_SAFE, 20)}`,
  ],
  'secret.slack': [
    ({ of }) => ['xoxb', of(DIGITS, 12), of(DIGITS, 13), of(WORD, 24)].join('-'),
    ({ of }) => ['xoxp', of(DIGITS, 12), of(DIGITS, 12), of(DIGITS, 13), of(HEX, 32)].join('-'),
    ({ of }) => ['xapp', '1', `A${of(CAPITALS + DIGITS, 10)}`, of(DIGITS, 13), of(HEX, 64)].join('-'),
    ({ of }) =>
      `https://hooks.slack.com/services/T${of(CAPITALS + DIGITS, 10)}/B${of(CAPITALS + DIGITS, 10)}/${of(WORD, 24)}`,
  ],
  'secret.discord': [
    (random) => {
      const id = Buffer.from(`1${random.of(DIGITS, 18)}`).toString('base64url')
      return `${id}.G${random.of(URL_SAFE, 5)}.${random.of(URL_SAFE, 38)}`
    },
    ({ of }) => `https://discord.com/api/webhooks/1${of(DIGITS, 18)}/${of(URL_SAFE, 68)}`,
  ],
  'secret.telegram': [({ of, below }) => `${1 + below(9)}${of(DIGITS, 9)}:AA${of(URL_SAFE, 33)}`],
  'secret.stripe': [
    ({ of, pick, below }) => `${pick(['sk', 'rk'])}_live_${of(WORD, pick([24, 99, 24 + below(70)]))}`,
    ({ of }) => `sk_test_${of(WORD, 24)}`,
    ({ of }) => `whsec_${of(WORD, 32)}`,
  ],
  'secret.shopify': [({ of, pick }) => `${pick(['shpat', 'shpca', 'shppa', 'shpss'])}_${of(HEX, 32)}`],
  'secret.twilio': [({ of }) => `SK${of(HEX, 32)}`],
  'secret.sendgrid': [({ of }) => `SG.${of(URL_SAFE, 22)}.${of(URL_SAFE, 43)}`],
  'secret.openai': [
    ({ of }) => `sk-${of(WORD, 20)}T3BlbkFJ${of(WORD, 20)}`,
    ({ of, pick }) =>
      `sk-${pick(['proj', 'svcacct', 'admin'])}-${of(URL_SAFE, 74)}T3BlbkFJ${of(URL_SAFE, 74)}`,
  ],
  'secret.anthropic': [({ of, pick }) => `sk-ant-${pick(['api03', 'admin01'])}-${of(URL_SAFE, 93)}AA`],
  'secret.hugging-face': [({ of }) => `hf_${of(LETTERS, 34)}`],
  'secret.npm': [({ of }) => `npm_${of(WORD, 36)}`],
  'secret.pypi': [({ of, below }) => `pypi-AgEIcHlwaS5vcmc${of(URL_SAFE, 70 + below(90))}`],
  'secret.private-key': [
    (random) =>
      pem(
        random,
        random.pick([
          'PRIVATE KEY',
          'RSA PRIVATE KEY',
          'EC PRIVATE KEY',
          'OPENSSH PRIVATE KEY',
          'ENCRYPTED PRIVATE KEY',
        ]),
      ),
    (random) => JSON.stringify({ type: 'service_account', private_key: pem(random, 'PRIVATE KEY') }),
  ],
  'secret.jwt': [
    (random) =>
      [
        base64({ alg: random.pick(['HS256', 'RS256', 'EdDSA']), typ: 'JWT' }),
        base64({ sub: random.of(HEX, 24), iat: random.below(1e9), role: random.pick(['admin', 'user']) }),
        random.of(URL_SAFE, random.pick([43, 86, 342])),
      ].join('.'),
  ],
  'secret.address': [
    ({ of, pick, below }) =>
      `${pick(['postgres', 'postgresql', 'mysql', 'mongodb+srv', 'redis', 'amqps', 'https', 'ftp'])}://${pick(['app', 'root', 'deploy', 'svc_billing'])}:${of(`${WORD}!$._~*-`, 8 + below(20))}@${pick(['db.internal', '10.0.4.17', 'cluster0.acme.mongodb.net', 'localhost'])}:5432/main`,
  ],
  'secret.value': [
    (random) => assigned(random, random.of(WORD, 32 + random.below(32))),
    (random) => assigned(random, random.of(HEX, random.pick([32, 40, 64]))),
    (random) => assigned(random, random.of(BASE64, random.pick([43, 64]))),
    (random) => assigned(random, random.of(URL_SAFE, random.pick([32, 43, 64]))),
  ],
}

export interface MadeSecret {
  readonly rule: GuardrailRuleId
  readonly text: string
}

const AROUND: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['here it is: ', ' please keep it'],
  ['```\n', '\n```'],
  ['`', '`'],
  ['I used "', '" and it works.'],
  ['{"value": "', '"}'],
  ['curl -H "X-Auth: ', '" https://api.example.org'],
  ['新しいキー：', '　です'],
]

/** `count` texts of each form of each kind, the same for the same seed. */
export function madeSecrets(count: number, seed: number): MadeSecret[] {
  const random = randomFrom(seed)
  return Object.entries(MAKERS).flatMap(([rule, makers]) =>
    makers.flatMap((make) =>
      Array.from({ length: count }, () => {
        const secret = make(random)
        const [before, after] = secret.includes('"') ? (AROUND[0] ?? ['', '']) : random.pick(AROUND)
        // the keys of MAKERS are ids of rules
        return { rule: rule as GuardrailRuleId, text: `${before}${secret}${after}` }
      }),
    ),
  )
}
