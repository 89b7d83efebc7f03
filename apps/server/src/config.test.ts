import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  ConfigError,
  isLoopbackHost,
  isReachableWithoutName,
  needsSetupCode,
  publicUrl,
  readConfig,
} from './config.ts'

function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env)
    return 'accepted'
  } catch (error) {
    return error instanceof ConfigError ? error.message : `not a ConfigError: ${String(error)}`
  }
}

const GITHUB_APP = { GITHUB_CLIENT_ID: 'an-id', GITHUB_CLIENT_SECRET: 'very-secret' } as const

test('with nothing set every variable has a default that works', () => {
  expect(readConfig({})).toEqual({
    port: 8787,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: resolve('./data'),
    databaseUrl: null,
    environment: 'production',
    registration: 'open',
    passwordLogin: true,
    adminEmails: [],
    github: null,
    docsUrl: null,
    secretKey: null,
    metricsToken: null,
    hstsSubdomains: false,
    logLevel: 'info',
    trustProxy: false,
    rateLimitScale: 1,
    agentLimit: 25,
    bounds: { max_hops: 6, max_chain: 60 },
    clientIdDocuments: 'auto',
    webhookAllowPrivate: false,
    model: null,
    accessTokenSeconds: 3600,
    passwordCost: { memoryKib: 19_456, passes: 2 },
  })
})

test('every variable is explained in the guide', () => {
  const names: string[] = []
  readConfig(new Proxy({}, { get: (_env, name) => void names.push(String(name)) }))
  const supported = names.filter((name) => !messageOf({ [name]: 'x' }).includes('does not support it yet'))
  const article = readFileSync(new URL('./features/guide/articles/self-hosting.md', import.meta.url), 'utf8')
  expect(supported).toContain('PORT')
  expect(supported.filter((name) => !article.includes(`\`${name}\``))).toEqual([])
})

test('an empty value counts as unset', () => {
  const names = [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'REDIS_URL',
    'GITHUB_CLIENT_ID',
    'LLM_MODEL',
  ]
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}))
})

test.for([
  [{ PORT: '0' }, { port: 0 }],
  [{ HOST: '[::1]' }, { host: '::1' }],
  [{ HOST: 'Chat.local' }, { host: 'chat.local' }],
  [{ PUBLIC_URL: 'https://Chat.example.org/' }, { publicUrl: 'https://chat.example.org' }],
  [{ DATA_DIR: '/srv/flockwork' }, { dataDir: resolve('/srv/flockwork') }],
  [{ DATABASE_URL: 'postgres://a:b@db/name' }, { databaseUrl: 'postgres://a:b@db/name' }],
  [{ DATABASE_URL: 'postgres://a@/name?host=%2Frun' }, { databaseUrl: 'postgres://a@/name?host=%2Frun' }],
  [{ DATABASE_URL: 'socket:/run/pg?db=name' }, { databaseUrl: 'socket:/run/pg?db=name' }],
  [{ DATABASE_URL: '/run/postgresql name' }, { databaseUrl: '/run/postgresql name' }],
  [{ FLOCKWORK_ENV: 'development' }, { environment: 'development', accessTokenSeconds: 900 }],
  [
    { FLOCKWORK_ENV: 'test' },
    { environment: 'test', accessTokenSeconds: 900, passwordCost: { memoryKib: 64, passes: 1 } },
  ],
  [{ REGISTRATION: 'closed' }, { registration: 'closed' }],
  [{ PASSWORD_LOGIN: 'off' }, { passwordLogin: false }],
  [{ PASSWORD_LOGIN: 'on' }, { passwordLogin: true }],
  [
    { ADMIN_EMAILS: 'Ana@example.org, bo@example.org,' },
    { adminEmails: ['ana@example.org', 'bo@example.org'] },
  ],
  [
    GITHUB_APP,
    {
      github: {
        clientId: 'an-id',
        clientSecret: 'very-secret',
        baseUrl: 'https://github.com',
        apiUrl: 'https://api.github.com',
      },
    },
  ],
  [
    {
      ...GITHUB_APP,
      GITHUB_BASE_URL: 'https://Git.example.org/',
      GITHUB_API_URL: 'https://git.example.org/api/v1/',
    },
    { github: { baseUrl: 'https://git.example.org', apiUrl: 'https://git.example.org/api/v1' } },
  ],
  [{ GITHUB_BASE_URL: 'http://127.0.0.1:3000/git' }, { github: null }],
  [{ DOCS_URL: 'https://example.org/docs' }, { docsUrl: 'https://example.org/docs' }],
  [{ SECRET_KEY: 'sixteen letters.' }, { secretKey: 'sixteen letters.' }],
  [{ METRICS_TOKEN: 'sixteen-letters.' }, { metricsToken: 'sixteen-letters.' }],
  [{ HSTS_SUBDOMAINS: 'on' }, { hstsSubdomains: true }],
  [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  [{ TRUST_PROXY: 'on' }, { trustProxy: true }],
  [{ TRUST_PROXY: '0' }, { trustProxy: false }],
  [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }, { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
  [{ RATE_LIMIT_SCALE: '2.5' }, { rateLimitScale: 2.5 }],
  [{ AGENT_LIMIT: '100' }, { agentLimit: 100 }],
  [{ MAX_HOPS: '0', MAX_CHAIN: '10000' }, { bounds: { max_hops: 0, max_chain: 10_000 } }],
  [{ CLIENT_ID_DOCUMENTS: 'off' }, { clientIdDocuments: 'off' }],
  [{ WEBHOOK_ALLOW_PRIVATE: 'on' }, { webhookAllowPrivate: true }],
  [
    { LLM_BASE_URL: 'http://127.0.0.1:11434/v1/', LLM_MODEL: 'qwen3:8b' },
    {
      model: {
        baseUrl: 'http://127.0.0.1:11434/v1',
        apiKey: null,
        model: 'qwen3:8b',
        price: null,
        dailyTokens: 500_000,
        firstByteMs: 8000,
        silenceMs: 10_000,
      },
    },
  ],
  [
    {
      LLM_BASE_URL: 'https://models.example.org/v1',
      LLM_API_KEY: 'a-key',
      LLM_MODEL: 'large',
      LLM_PRICE_INPUT: '0.15',
      LLM_PRICE_OUTPUT: '2',
      LLM_DAILY_TOKENS: '0',
      LLM_FIRST_BYTE_SECONDS: '2.5',
    },
    { model: { apiKey: 'a-key', price: { input: 0.15, output: 2 }, dailyTokens: 0, firstByteMs: 2500 } },
  ],
] as const)('%o is read as %o', ([env, expected]) => {
  expect(readConfig(env)).toMatchObject(expected)
})

test.for([
  { env: { PORT: '80a' }, says: ['PORT is "80a"', '0 to 65535'], because: 'it is no number' },
  { env: { PORT: '65536' }, says: ['PORT is "65536"'], because: 'there is no such port' },
  { env: { HOST: '999.1.1.1' }, says: ['HOST is "999.1.1.1"'], because: 'it is no address' },
  { env: { HOST: 'a b' }, says: ['HOST is "a b"'], because: 'it is no name' },
  {
    env: { PUBLIC_URL: 'chat.example.org' },
    says: ['PUBLIC_URL is "chat'],
    because: 'the scheme is missing',
  },
  {
    env: { PUBLIC_URL: 'https://example.org/chat' },
    says: ['PUBLIC_URL is "https://example.org/chat"'],
    because: 'it has a path',
  },
  { env: { DOCS_URL: 'ftp://example.org' }, says: ['DOCS_URL is "ftp'], because: 'no browser opens it' },
  { env: { DATABASE_URL: 'mysql://db' }, says: ['DATABASE_URL'], because: 'it is another database' },
  {
    env: { FLOCKWORK_ENV: 'prod' },
    says: ['FLOCKWORK_ENV is "prod"', 'production'],
    because: 'it is no such',
  },
  { env: { REGISTRATION: 'no' }, says: ['REGISTRATION is "no"', 'open or closed'], because: 'it is no such' },
  { env: { PASSWORD_LOGIN: 'no' }, says: ['PASSWORD_LOGIN is "no"', 'on or off'], because: 'it is no such' },
  { env: { ADMIN_EMAILS: 'ana' }, says: ['ADMIN_EMAILS is "ana"'], because: 'it is no address' },
  { env: { LOG_LEVEL: 'loud' }, says: ['LOG_LEVEL is "loud"', 'silent'], because: 'it is no level' },
  { env: { TRUST_PROXY: 'yes' }, says: ['TRUST_PROXY is "yes"'], because: 'it is no address' },
  { env: { TRUST_PROXY: '10.0.0.0/33' }, says: ['TRUST_PROXY'], because: 'it is no network' },
  { env: { RATE_LIMIT_SCALE: '0' }, says: ['RATE_LIMIT_SCALE is "0"'], because: 'nothing would be allowed' },
  {
    env: { WEBHOOK_ALLOW_PRIVATE: '10.0.0.0/8' },
    says: ['WEBHOOK_ALLOW_PRIVATE is "10.0.0.0/8"', 'on or off'],
  },
  {
    env: { CLIENT_ID_DOCUMENTS: 'yes' },
    says: ['CLIENT_ID_DOCUMENTS is "yes"', 'auto, on or off'],
    because: 'it is none of the settings',
  },
  { env: { MAX_HOPS: '101' }, says: ['MAX_HOPS is "101"'], because: 'it is above 100' },
  { env: { MAX_CHAIN: '1.5' }, says: ['MAX_CHAIN is "1.5"'], because: 'it is not whole' },
  { env: { AGENT_LIMIT: '-1' }, says: ['AGENT_LIMIT is "-1"'], because: 'it is below 0' },
  {
    env: { FLOCKWORK_ENV: 'test', HOST: '0.0.0.0' },
    says: ['HOST is "0.0.0.0"', 'test'],
    because: 'strangers could move the clock',
  },
  { env: { REDIS_URL: 'redis://r' }, says: ['REDIS_URL', 'not support'], because: 'that part is not built' },
  {
    env: { GITHUB_CLIENT_ID: 'an-id' },
    says: ['GITHUB_CLIENT_SECRET is not set', 'because GITHUB_CLIENT_ID is set'],
    because: 'an application has a secret',
  },
  {
    env: { GITHUB_CLIENT_SECRET: 'very-secret' },
    says: ['GITHUB_CLIENT_ID is not set', 'because GITHUB_CLIENT_SECRET is set'],
    because: 'a secret belongs to an application',
  },
  {
    env: { ...GITHUB_APP, GITHUB_BASE_URL: 'https://git.example.org' },
    says: ['GITHUB_API_URL is not set', 'because GITHUB_BASE_URL is set'],
    because: 'its tokens would go to another provider',
  },
  {
    env: { ...GITHUB_APP, GITHUB_API_URL: 'https://git.example.org/api/v1' },
    says: ['GITHUB_BASE_URL is not set'],
    because: 'tokens of another provider would go to it',
  },
  {
    env: { GITHUB_BASE_URL: 'git.example.org' },
    says: ['GITHUB_BASE_URL is "git.example.org"', 'http or https'],
    because: 'the scheme is missing',
  },
  {
    env: { GITHUB_API_URL: 'https://git.example.org/?a=b' },
    says: ['GITHUB_API_URL is'],
    because: 'paths can not be added to it',
  },
  {
    env: { LLM_BASE_URL: 'http://l' },
    says: ['LLM_MODEL is not set', 'because LLM_BASE_URL is set'],
    because: 'an endpoint has several models',
  },
  {
    env: { LLM_API_KEY: 'hunter2' },
    says: ['LLM_BASE_URL is not set', 'because LLM_API_KEY is set'],
    because: 'a key belongs to an endpoint',
  },
  {
    env: { LLM_PRICE_INPUT: '1' },
    says: ['LLM_PRICE_OUTPUT is not set'],
    because: 'half a price is none',
  },
  {
    env: { LLM_FIRST_BYTE_SECONDS: '30' },
    says: ['LLM_FIRST_BYTE_SECONDS is "30"', 'at most 25'],
    because: 'people would wait for nothing',
  },
  {
    env: { SECRET_KEY: 'x'.repeat(15) },
    says: ['SECRET_KEY', 'at least 16 characters'],
    because: 'it can be guessed',
  },
  {
    env: { METRICS_TOKEN: 'a long enough text' },
    says: ['METRICS_TOKEN', 'without spaces'],
    because: 'no header carries it',
  },
])('$env is refused because $because', ({ env, says }) => {
  const message = messageOf(env)
  for (const part of says) expect(message).toContain(part)
})

test('no message shows the client secret', () => {
  for (const env of [
    { GITHUB_CLIENT_SECRET: 'very-secret' },
    { ...GITHUB_APP, GITHUB_BASE_URL: 'x' },
    { ...GITHUB_APP, PORT: 'x' },
  ]) {
    expect(messageOf(env)).not.toContain('very-secret')
    expect(messageOf(env)).not.toBe('accepted')
  }
})

test('all wrong variables are named at once, a line each', () => {
  const lines = messageOf({ PORT: 'x', LOG_LEVEL: 'y', SECRET_KEY: 'z' }).split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'SECRET_KEY', 'LOG_LEVEL'])
})

test.for([
  { DATABASE_URL: 'mysql://ana:hunter2@db' },
  { DATABASE_URL: 'hunter2' },
  { PUBLIC_URL: 'https://ana:hunter2@example.org' },
  { DOCS_URL: 'https://ana:hunter2@example.org' },
  { SECRET_KEY: 'hunter2' },
  { METRICS_TOKEN: 'hunter2' },
  { GITHUB_CLIENT_SECRET: 'hunter2' },
  { LLM_API_KEY: 'hunter2' },
  { REDIS_URL: 'redis://:hunter2@r' },
])('the message about %o does not show the secret', (env) => {
  expect(messageOf(env)).not.toMatch(/hunter2|accepted/)
})

test.for([
  { env: {}, needed: false, because: 'only this machine reaches it' },
  { env: { HOST: 'localhost' }, needed: false, because: 'that name is this machine' },
  { env: { HOST: '127.8.8.8' }, needed: false, because: 'the whole network is loopback' },
  { env: { HOST: '0.0.0.0' }, needed: true, because: 'every network reaches it' },
  { env: { PUBLIC_URL: 'https://example.org' }, needed: true, because: 'it has a public address' },
  { env: { TRUST_PROXY: '1' }, needed: true, because: 'a proxy stands before it' },
  { env: { TRUST_PROXY: 'off' }, needed: false, because: 'no proxy stands before it' },
])('setup code needed=$needed with $env because $because', ({ env, needed }) => {
  expect(needsSetupCode(readConfig(env))).toBe(needed)
})

test.for([
  { env: { HOST: '0.0.0.0' }, said: true, because: 'nobody told which name is its own' },
  { env: { HOST: 'chat.example.org' }, said: true, because: 'where it listens is not where people reach it' },
  {
    env: { HOST: '0.0.0.0', PUBLIC_URL: 'https://chat.example.org' },
    said: false,
    because: 'PUBLIC_URL is it',
  },
  { env: {}, said: false, because: 'only this machine reaches it' },
])('the start says that a name needs PUBLIC_URL: $said with $env, because $because', ({ env, said }) => {
  expect(isReachableWithoutName(readConfig(env))).toBe(said)
})

test.for([
  ['127.0.0.1', true],
  ['::1', true],
  ['127.example.org', false],
  ['10.0.0.1', false],
] as const)('host %s is loopback: %s', ([host, expected]) => {
  expect(isLoopbackHost(host)).toBe(expected)
})

test.for([
  [{}, 'http://127.0.0.1:4000'],
  [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:4000'],
  [{ HOST: '::' }, 'http://127.0.0.1:4000'],
  [{ HOST: '::1' }, 'http://[::1]:4000'],
  [{ HOST: 'localhost' }, 'http://localhost:4000'],
  [{ PUBLIC_URL: 'https://chat.example.org:8443' }, 'https://chat.example.org:8443'],
] as const)('with %o people reach it at %s', ([env, expected]) => {
  expect(publicUrl(readConfig(env), 4000)).toBe(expected)
})
