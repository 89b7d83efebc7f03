// Every sample is put together when the test runs, from parts that are no secret, so that no scanner of
// repositories takes one for real.
const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const WORD = `${LOWER}${LOWER.toUpperCase()}${DIGITS}`

/** `length` characters of `alphabet` that look random and are the same in every run. */
export function some(length: number, alphabet = WORD): string {
  let state = length * 7919 + alphabet.length
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)]
  }).join('')
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const pem = (label: string) =>
  [`-----BEGIN ${label}-----`, `MII${some(61)}`, some(64), some(64), `-----END ${label}-----`].join('\n')

export interface SecretSample {
  /** The kind that must be found first. */
  kind: string
  secret: string
  /** What stands directly before and after it. */
  around?: [before: string, after: string]
}

export const SECRET_SAMPLES: readonly SecretSample[] = [
  { kind: 'a Flockwork agent token', secret: `fw_agt_${some(22)}_${some(120)}` },
  { kind: 'an AWS access key', secret: `AKIA${some(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}` },
  { kind: 'an AWS secret key', secret: some(40), around: ['AWS_SECRET_ACCESS_KEY="', '"'] },
  { kind: 'a Google Cloud API key', secret: `AIza${some(35)}` },
  { kind: 'a Google Cloud client secret', secret: `GOCSPX-${some(28)}` },
  { kind: 'a Google Cloud access token', secret: `ya29.${some(60)}` },
  { kind: 'an Azure client secret', secret: `${some(3)}8Q~${some(34)}` },
  { kind: 'an Azure access key', secret: `${some(86)}==`, around: ['AccountName=x;AccountKey=', ';'] },
  { kind: 'an Azure access key', secret: `${some(43)}=`, around: ['SharedAccessKey=', ''] },
  {
    kind: 'an Azure shared access signature',
    secret: `${some(43)}%3D`,
    around: ['https://x.blob.core.windows.net/c?sv=1&sig=', ''],
  },
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((type) => ({
    kind: 'a GitHub token',
    secret: `${type}_${some(36)}`,
  })),
  { kind: 'a GitHub token', secret: `github_pat_${some(82)}` },
  { kind: 'a GitLab token', secret: `glpat-${some(20)}` },
  { kind: 'a GitLab token', secret: `glrt-${some(20)}` },
  { kind: 'a Slack token', secret: ['xoxb', some(12, DIGITS), some(12, DIGITS), some(24)].join('-') },
  { kind: 'a Slack token', secret: ['xoxe.xoxp', '1', some(146)].join('-') },
  {
    kind: 'a Slack token',
    secret: ['xapp', '1', `A${some(10)}`, some(12, DIGITS), some(64, HEX)].join('-'),
  },
  {
    kind: 'a Slack token',
    secret: `https://hooks.slack.com/services/T${some(8)}/B${some(8)}/${some(24)}`,
  },
  { kind: 'a Discord bot token', secret: `M${some(23)}.${some(6)}.${some(38)}` },
  {
    kind: 'a Discord webhook',
    secret: some(68),
    around: [`https://discord.com/api/webhooks/${some(18, DIGITS)}/`, ''],
  },
  { kind: 'a Telegram bot token', secret: `${some(10, DIGITS)}:AA${some(33)}` },
  { kind: 'a Stripe key', secret: `sk_live_${some(24)}` },
  { kind: 'a Stripe key', secret: `rk_live_${some(99)}` },
  { kind: 'a Stripe webhook secret', secret: `whsec_${some(32)}` },
  { kind: 'a Shopify token', secret: `shpat_${some(32, HEX)}` },
  { kind: 'a Twilio key', secret: `SK${some(32, HEX)}` },
  { kind: 'a SendGrid key', secret: `SG.${some(22)}.${some(43)}` },
  { kind: 'an OpenAI key', secret: `sk-${some(20)}T3BlbkFJ${some(20)}` },
  { kind: 'an OpenAI key', secret: `sk-proj-${some(120)}` },
  { kind: 'an Anthropic key', secret: `sk-ant-api03-${some(93)}AA` },
  { kind: 'an Anthropic key', secret: `sk-ant-oat01-${some(80)}` },
  { kind: 'a Hugging Face token', secret: `hf_${some(34)}` },
  { kind: 'an npm token', secret: `npm_${some(36)}` },
  { kind: 'a PyPI token', secret: `pypi-AgEIcHlwaS5vcmc${some(80)}` },
  { kind: 'a Groq key', secret: `gsk_${some(52)}` },
  { kind: 'a Linear key', secret: `lin_api_${some(40)}` },
  { kind: 'a Notion token', secret: `ntn_${some(11, DIGITS)}${some(35)}` },
  { kind: 'a Grafana token', secret: `glsa_${some(32)}_${some(8, HEX)}` },
  {
    kind: 'a 1Password token',
    secret: `ops_${base64({ secretKey: some(121), userAuth: {} })}`,
  },
  { kind: 'a Vault token', secret: `hvs.${some(95)}` },
  { kind: 'a Vercel token', secret: `vcp_${some(50)}` },
  { kind: 'a Databricks token', secret: `dapi${some(32, HEX)}` },
  { kind: 'a Docker token', secret: `dckr_pat_${some(27)}` },
  { kind: 'a Figma token', secret: `figd_${some(40)}` },
  { kind: 'a Cloudflare token', secret: `cfut_${some(40)}${some(8, HEX)}` },
  { kind: 'a Tailscale key', secret: `tskey-auth-${some(12)}-${some(32)}` },
  {
    kind: 'a JSON Web Token',
    secret: `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub: 'ana', iat: 1 })}.${some(43)}`,
  },
  ...['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'].map(
    (label) => ({ kind: 'a private key', secret: pem(label) }),
  ),
  { kind: 'a private key', secret: pem('PGP PRIVATE KEY BLOCK') },
  { kind: 'a private key', secret: `"${pem('PRIVATE KEY').replaceAll('\n', '\\n')}"` },
  ...['postgres', 'mysql', 'mongodb+srv', 'redis', 'amqps', 'https', 'ftp', 'smtp'].map(
    (scheme): SecretSample => ({
      kind: 'a password in an address',
      secret: 'hunter2-blue',
      around: [`${scheme}://app:`, '@db.internal:5432/main'],
    }),
  ),
  { kind: 'a password in an address', secret: 'p%40ss!wörd', around: ['redis://:', '@10.0.0.7'] },
  ...[
    'api_key=',
    'apiKey: ',
    "'token': '",
    'CLIENT_SECRET="',
    'DB_PASSWORD = ',
    'password: ',
    'Authorization: Bearer ',
  ].map((before): SecretSample => ({
    kind: 'a secret value',
    secret: some(32),
    around: [before, ''],
  })),
  { kind: 'a secret value', secret: some(40, HEX), around: ['my token is ', ', keep it'] },
  { kind: 'a secret value', secret: ['Xk9#mP2$', 'vL8@qR5!'].join(''), around: ['passwd := ', ''] },
]
