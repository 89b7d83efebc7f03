import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIBRARY_RULES } from './library-rules.ts'
import { BY_CONTEXT, TOKENS } from './secret-shapes.ts'
import { SECRET_SAMPLES, some } from '../../../../test/secret-samples.ts'
import { maskRanges } from '../found.ts'
import { createSecretFinder } from './find-secrets.ts'

const finder = createSecretFinder()
const kindsIn = (text: string) => finder.find(text).map(({ words }) => words)

test.for(SECRET_SAMPLES.map((sample, index) => ({ index, ...sample })))(
  '$kind is found, first of all, and masked ($index)',
  ({ kind, secret, around: [before, after] = ['', ''] }) => {
    for (const [left, right] of [
      ['', ''],
      ['here: ', ' use it'],
      ['```\n', '\n```'],
      ['(', ')'],
    ]) {
      const text = `${left}${before}${secret}${after}${right}`
      expect(finder.mayContain(text)).toBe(true)
      expect(kindsIn(text)[0]).toBe(kind)

      const masked = maskRanges(text, finder.find(text))
      expect(masked).not.toContain(secret.slice(-12))
      expect(masked.startsWith(left ?? '')).toBe(true)
      expect(masked.endsWith(right ?? '')).toBe(true)
    }
  },
)

const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))
const withBetween = (text: string, between: string) => [...text].join(between)

test.for([
  { how: 'zero-width spaces', hide: (text: string) => withBetween(text, '\u200b') },
  { how: 'soft hyphens', hide: (text: string) => withBetween(text, '\u00ad') },
  { how: 'joiners', hide: (text: string) => withBetween(text, '\u2060\ufeff') },
  { how: 'tags', hide: (text: string) => withBetween(text, '\u{e0041}') },
  { how: 'marks', hide: (text: string) => withBetween(text, '\u0332') },
  { how: 'full-width characters', hide: fullWidth },
  { how: 'both', hide: (text: string) => withBetween(fullWidth(text), '\u200d') },
])('$how do not hide a secret, and all of it is masked', ({ hide }) => {
  for (const { kind, secret, around: [before, after] = ['', ''] } of SECRET_SAMPLES) {
    // a line break stays one in any disguise
    const hidden = secret.split('\n').map(hide).join('\n')
    const text = `é ｏｋ ${before}${hidden}${after} 🎉 then`
    expect([kind, kindsIn(text)[0]]).toEqual([kind, kind])
    const masked = maskRanges(text, finder.find(text))
    expect(masked).toMatch(/^é ｏｋ /)
    expect(masked).toMatch(/ 🎉 then$/)
    expect(masked).not.toContain(hidden.slice(-12))
  }
})

test('an invisible break before a secret separates it, and a plain secret is found once', () => {
  const token = `ghp_${some(36)}`
  expect(kindsIn(`x\u200b${token}`)).toEqual(['a GitHub token'])
  expect(kindsIn(`ok\u200b ${token} ok`)).toEqual(['a GitHub token'])
})

const FIND_ALL = `
  const { createSecretFinder } = await import('${new URL('find-secrets.ts', import.meta.url).href}')
  const { SECRET_SAMPLES } = await import('${new URL('../../../../test/secret-samples.ts', import.meta.url).href}')
  const finder = createSecretFinder()
  const missed = SECRET_SAMPLES.filter(({ kind, secret, around: [before, after] = ['', ''] }) =>
    ['', 'é ', '🎉 '].some((start) => finder.find(start + before + secret + after)[0]?.words !== kind),
  )
  console.log(JSON.stringify(missed.map(({ kind }) => kind)))
`

test('every rule finds its sample in a process that has compiled very many patterns', async () => {
  // V8 then compiles without optimisation, which this flag forces
  const args = ['--no-regexp-optimization', '--input-type=module', '-e', FIND_ALL]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual([])
})

test('every rule has a sample', () => {
  const kinds = new Set(SECRET_SAMPLES.map(({ kind }) => kind))
  const rules = [...TOKENS, ...LIBRARY_RULES, ...BY_CONTEXT].map(({ words }) => words)
  expect(rules.filter((kind) => !kinds.has(kind))).toEqual([])
})

test('the pre-check never misses what a rule finds, in any context', () => {
  const words = fc.array(fc.constantFrom('so', ' ', '\n', '"', 'key', '=', 'é', '🎉', '`', '-', '.'), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.constantFrom(...SECRET_SAMPLES), words, words, (sample, left, right) => {
      const [before, after] = sample.around ?? ['', '']
      const text = `${left.join('')} ${before}${sample.secret}${after} ${right.join('')}`
      expect(finder.mayContain(text)).toBe(true)
      expect(kindsIn(text)).toContain(sample.kind)
    }),
  )
})

test.for([
  'The key idea: keep the token bucket small, and the secret is to write less.',
  'Which password rules do we want? Password: at least 8 characters.',
  'The header is -----BEGIN PRIVATE KEY----- and then base64, then -----END PRIVATE KEY-----.',
  'Commit 3f786850e387550fdab836ed7e6dc881de23001b fixes it, see 89e6c98d92887913cadf06b2adb97f26cde4849b',
  'id 0191b2c3-77aa-7c1b-9d2e-0123456789ab, key: 0191b2c3-77aa-4c1b-9d2e-0123456789ab',
  'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  'SHA256:uNiVztksCsDhcc0u9e8BrQyIgYxUk7yRdW1aPbzsXyM ana@laptop (ED25519)',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ6q1dM2yqkkyTQ0nT3yNt4kP8u4gCwQx1g9Xv2k3YbM ana@laptop',
  'https://example.org/a/very/long/path-with-many-words/2026/11/21/index.html?page=2&sort=created_at#results',
  'https://meet.example.org/j/98765432109, https://x.org:8080/@ana, git@github.com:org/repo.git',
  'postgres://postgres:postgres@localhost:5432/app, postgres://someuser:somepassword@somehost and mysql://root:password@127.0.0.1/app',
  'postgres://user:${DB_PASSWORD}@host/db, https://user:<password>@host, redis://:{{password}}@host',
  'const token = process.env.GITHUB_TOKEN_FOR_RELEASES1; const key = config.get("apiKeys.primary2")',
  'const apiKey = "YOUR_API_KEY_GOES_HERE_123"; token: "xxxxxxxxxxxxxxxxxxxxxxxx"; password=***************1a',
  `export TOKEN=ghp_${'x'.repeat(36)} and xoxb-your-token, sk-ant-..., AKIAIOSFODNN7EXAMPLE`,
  'cacheKey: users/list2/page3, publicKey: MCowBQYDK2VwAyEA7x1k9Qz3w5v8y2B4, idempotency-key: 8f3a9c1e5b7d2f4a6c8e0b1d',
  'key: src/components/Button2/index4.test.tsx, key=aws4RequestSha256Signer, secret: sha256WithRSAEncryption2048',
  'token: session_timeout_30_minutes, key = my-project-name-2024-11-21, password_reset_token_ttl: 3600000000000000',
  'The key is authenticationMiddlewareFactory, the token is BearerTokenAuthenticationHandler2.',
  'import { createSecretFinder } from "./features/guardrails/secrets.ts"; if (key === "ArrowDown" && token !== null)',
  'npm_config_registry, hf_hub_download(repo_id), sk_learn, gsk_ops, glpat- tokens, whsec_ prefixes, eyJ is "{" in base64',
  'Fingerprint AB:CD:EF:01:23:45:67:89:AB:CD, MAC 00:1A:2B:3C:4D:5E, version 1.2.3-beta.4+build.567, +1 (555) 010-9999',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'Ticket SKU12345678, SK8 park, ASIAPACIFICREGIONALS, AIzawa, 1234567890:ABC, SG.1, MNO.pqr.stu',
  '@build-bot please rerun https://ci.example.org/job/12345/console — the token ring test is flaky 🎉',
])('ordinary text is allowed: %s', (text) => {
  expect(finder.find(text)).toEqual([])
  expect(maskRanges(text, finder.find(text))).toBe(text)
})

test('a comment in the text cannot disable a rule', () => {
  const token = `ghp_${some(36)}`
  expect(kindsIn(`secretlint-disable\n${token} // secretlint-disable-line`)).toContain('a GitHub token')
})

test('several secrets are masked separately, and overlapping ones once', () => {
  const token = `ghp_${some(36)}`
  const text = `a ${token} b api_key=${token} c redis://:${some(12)}@h1`
  expect(maskRanges(text, finder.find(text))).toBe('a ******** b api_key=******** c redis://:********@h1')
})

/** CPU time of this thread, without other work on the machine. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const best = (times: number, run: () => void) =>
  Math.min(
    ...Array.from({ length: times }, () => {
      const started = cpuMs()
      run()
      return cpuMs() - started
    }),
  )

test.for([
  { name: 'a short answer', text: 'ok sounds good to me, thanks for looking into it' },
  {
    name: 'a message with a link',
    text: 'hi @bob can you look at the build? It failed in #release again, see https://ci.example.org/job/12 please',
  },
  { name: 'a long message', text: 'lorem ipsum dolor sit amet '.repeat(20) },
  { name: 'an answer with an emoji', text: 'Schön, das passt für mich 🎉 — danke' },
])('$name costs less than 5 µs', ({ text }) => {
  const rounds = 1000
  const took = best(20, () => {
    for (let round = 0; round < rounds; round += 1) finder.find(text)
  })
  expect((took / rounds) * 1000).toBeLessThan(5)
})

const HOSTILE =
  'a -----BEGIN· ://a: a://: :// key= token:· key·is· eyJ eyJa. xoxb- xoxb-a- ghs_1_ ghs_1_a. sk-proj- SG. AKIA ' +
  'sk-ant-api03- M23456789012345678901234. x-oauth-basic@ https://a: https://hooks.slack.com/services/T 1:AA ' +
  'password=" aaa8Q~ ops_ey 0Aa1- secret_access_key &sig= T3BlbkFJ A_ / = @ é -----BEGIN·PRIVATE·KEY-----'

test('a long message full of look-alikes is checked within 20 ms', () => {
  const text = withBetween(fullWidth('ghp_sometimes '), '\u200b').repeat(200).slice(0, 5000)
  expect(best(3, () => void finder.find(text))).toBeLessThan(20)
})

test.for(HOSTILE.split(' '))(
  '5,000 characters of "%s" (· is a space) are looked through within 50 ms',
  (piece) => {
    const text = `${piece.replaceAll('·', ' ').repeat(5000).slice(0, 4900)} x-oauth-basic@ xoxb- ghs_ T3BlbkFJ secret_access_key 0123456789ab`
    expect(best(3, () => void finder.find(text))).toBeLessThan(50)
  },
)
