import {
  MAX_CHAIN_DEFAULT,
  MAX_CHAIN_LIMIT,
  MAX_HOPS_DEFAULT,
  MAX_HOPS_LIMIT,
} from '@flockwork/contract/limits'
import type { Bounds } from '@flockwork/contract/loops'
import { isIP, isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import {
  bearerSecret,
  emails,
  headerText,
  hostName,
  listed,
  longSecret,
  modelName,
  oneOf,
  onOrOff,
  origin,
  positiveNumber,
  postgresUrl,
  price,
  proxies,
  SECRET_MIN_CHARS,
  shortTime,
  webAddress,
  webBase,
  wholeNumber,
  type Parser,
} from './config-parsers.ts'
import { StartupError } from './platform/startup-error.ts'

const ENVIRONMENTS = ['production', 'development', 'test'] as const
const REGISTRATIONS = ['open', 'closed'] as const
const DOCUMENT_SETTINGS = ['auto', 'on', 'off'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const PASSWORD_COST = { memoryKib: 19_456, passes: 2 }
const TEST_PASSWORD_COST = { memoryKib: 64, passes: 1 }

/** Variables of features that this version doesn't have: refused, because ignoring one would be misleading. */
const NOT_YET = ['REDIS_URL']

/** Their values never appear in an error message. */
const SECRETS = new Set(['DATABASE_URL', 'SECRET_KEY', 'METRICS_TOKEN', 'LLM_API_KEY'])

const GITHUB = { baseUrl: 'https://github.com', apiUrl: 'https://api.github.com' }

/** A deployment's settings, parsed. `null`: not set. */
export interface Config {
  /** 0: any free port. */
  readonly port: number
  /** Without the brackets of an IPv6 address. */
  readonly host: string
  /** An origin, without a slash at its end. */
  readonly publicUrl: string | null
  /** An absolute path. */
  readonly dataDir: string
  /** `null`: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  readonly environment: (typeof ENVIRONMENTS)[number]
  readonly registration: (typeof REGISTRATIONS)[number]
  readonly passwordLogin: boolean
  /** In lower case. */
  readonly adminEmails: readonly string[]
  /** Sign-in at the code-hosting provider; `null`: not offered. */
  readonly github: GithubConfig | null
  readonly docsUrl: string | null
  /** Encrypts the keys in the database; `null`: they are stored in the clear. */
  readonly secretKey: string | null
  /** Bearer token for `/metrics` from other machines; `null`: none may read them. */
  readonly metricsToken: string | null
  /** Whether HSTS includes the subdomains of our name. */
  readonly hstsSubdomains: boolean
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Whose forwarding headers are trusted: no proxy's, any, this many hops, or these addresses. */
  readonly trustProxy: boolean | number | readonly string[]
  readonly rateLimitScale: number
  /** How many agents a person may have. */
  readonly agentLimit: number
  /** How far chains of agents go without a person, unless a space sets its own bounds (docs/rules/loops.md#bounds). */
  readonly bounds: Bounds
  /** Whether OAuth clients may identify themselves by a metadata document; `auto`: if the server can fetch it. */
  readonly clientIdDocuments: (typeof DOCUMENT_SETTINGS)[number]
  /** Whether webhooks may use private addresses and plain HTTP. */
  readonly webhookAllowPrivate: boolean
  /** The model that Chirpy and managed agents answer with; `null`: none, and Chirpy answers without one. */
  readonly model: ModelConfig | null
  /** How long an access token lasts (docs/rules/accounts.md#access-tokens). */
  readonly accessTokenSeconds: number
  /** The cost of Argon2id: OWASP's recommendation; low in tests, which sign up often. */
  readonly passwordCost: { readonly memoryKib: number; readonly passes: number }
}

/** Our OAuth application at GitHub, GitHub Enterprise, Gitea or Forgejo; URLs without a trailing slash. */
export interface GithubConfig {
  readonly clientId: string
  readonly clientSecret: string
  readonly baseUrl: string
  readonly apiUrl: string
}

/** An OpenAI-compatible endpoint for chat completions (docs/rules/managed-agents.md#the-model). */
export interface ModelConfig {
  /** Without a trailing slash; `/chat/completions` is appended. */
  readonly baseUrl: string
  /** `null`: the endpoint needs none. */
  readonly apiKey: string | null
  readonly model: string
  /** Dollars per million tokens; `null`: unknown, so costs are unknown and caps in dollars refuse every call. */
  readonly price: { readonly input: number; readonly output: number } | null
  /** Tokens that the model calls of one space may use in a day (UTC). */
  readonly dailyTokens: number
  /** Timeout for the first chunk of an answer. */
  readonly firstByteMs: number
  /** Timeout between two chunks. */
  readonly silenceMs: number
}

/** One or more wrong variables: a line for each, with its name, its value and what is expected. */
export class ConfigError extends StartupError {
  override name = 'ConfigError'
}

interface Problem {
  name: string
  was: string
  expected: string
}

/**
 * The configuration that `env` describes, with the defaults for what is unset; an empty value counts as unset.
 * @throws ConfigError that lists every wrong variable at once, and never a secret's value.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: Problem[] = []

  function textOf(name: string): string | undefined {
    const text = env[name]?.trim()
    return text === '' ? undefined : text
  }

  function read<T, F>(name: string, fallback: F, parser: Parser<T>, expected: string): T | F {
    const text = textOf(name)
    if (text === undefined) return fallback
    const value = parser(text)
    if (value !== undefined) return value
    problems.push({ name, was: SECRETS.has(name) ? 'not valid' : quoted(text), expected })
    return fallback
  }

  function readGithub(): GithubConfig | null {
    const expected = 'an http or https address without a query'
    const baseUrl = read('GITHUB_BASE_URL', GITHUB.baseUrl, webBase, expected)
    const apiUrl = read('GITHUB_API_URL', GITHUB.apiUrl, webBase, expected)
    const [clientId, clientSecret] = [textOf('GITHUB_CLIENT_ID'), textOf('GITHUB_CLIENT_SECRET')]
    if (clientId === undefined && clientSecret === undefined) return null

    // a token of one provider must never be sent to another
    together('GITHUB_BASE_URL', 'GITHUB_API_URL')
    together('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET')
    return { clientId: clientId ?? '', clientSecret: clientSecret ?? '', baseUrl, apiUrl }
  }

  function readModel(): ModelConfig | null {
    const baseUrl = read('LLM_BASE_URL', null, webBase, 'an http or https address without a query')
    const apiKey = read('LLM_API_KEY', null, headerText, 'a text without spaces')
    const model = read('LLM_MODEL', null, modelName, 'a name of at most 200 characters without spaces')
    const seconds = 'a number of seconds above 0 and at most 25'
    const dollars = 'dollars per million tokens, a number from 0'
    const input = read('LLM_PRICE_INPUT', null, price, dollars)
    const output = read('LLM_PRICE_OUTPUT', null, price, dollars)
    const limits = {
      dailyTokens: read('LLM_DAILY_TOKENS', 500_000, wholeNumber(0, 1e12), 'a whole number from 0'),
      firstByteMs: read('LLM_FIRST_BYTE_SECONDS', 8, shortTime, seconds) * 1000,
      silenceMs: read('LLM_SILENCE_SECONDS', 10, shortTime, seconds) * 1000,
    }
    together('LLM_PRICE_INPUT', 'LLM_PRICE_OUTPUT')
    together('LLM_BASE_URL', 'LLM_MODEL')
    if (apiKey !== null) requires('LLM_BASE_URL', 'LLM_API_KEY')
    if (baseUrl === null || model === null) return null
    return {
      baseUrl,
      apiKey,
      model,
      price: input === null || output === null ? null : { input, output },
      ...limits,
    }
  }

  function requires(name: string, other: string): void {
    if (textOf(name) === undefined)
      problems.push({ name, was: 'not set', expected: `a value, because ${other} is set` })
  }

  function together(one: string, other: string): void {
    const unset = [one, other].filter((name) => textOf(name) === undefined)
    const [name] = unset
    if (name === undefined || unset.length === 2) return
    problems.push({ name, was: 'not set', expected: `a value, because ${name === one ? other : one} is set` })
  }

  const environment = read('FLOCKWORK_ENV', 'production', oneOf(ENVIRONMENTS), listed(ENVIRONMENTS))
  const config: Config = {
    port: read('PORT', 8787, wholeNumber(0, 65_535), 'a whole number from 0 to 65535'),
    host: read('HOST', '127.0.0.1', hostName, 'an IP address or a host name'),
    publicUrl: read('PUBLIC_URL', null, origin, 'an address like https://chat.example.org, without a path'),
    dataDir: resolve(textOf('DATA_DIR') ?? './data'),
    databaseUrl: read(
      'DATABASE_URL',
      null,
      postgresUrl,
      'an address like postgres://user:password@host:5432/name',
    ),
    environment,
    registration: read('REGISTRATION', 'open', oneOf(REGISTRATIONS), listed(REGISTRATIONS)),
    passwordLogin: read('PASSWORD_LOGIN', true, onOrOff, 'on or off'),
    adminEmails: read('ADMIN_EMAILS', [], emails, 'e-mail addresses separated by commas'),
    github: readGithub(),
    docsUrl: read('DOCS_URL', null, webAddress, 'an http or https address'),
    secretKey: read(
      'SECRET_KEY',
      null,
      longSecret,
      `a random text of at least ${SECRET_MIN_CHARS} characters`,
    ),
    metricsToken: read(
      'METRICS_TOKEN',
      null,
      bearerSecret,
      `a random text of at least ${SECRET_MIN_CHARS} characters without spaces`,
    ),
    hstsSubdomains: read('HSTS_SUBDOMAINS', false, onOrOff, 'on or off'),
    logLevel: read('LOG_LEVEL', 'info', oneOf(LOG_LEVELS), listed(LOG_LEVELS)),
    trustProxy: read(
      'TRUST_PROXY',
      false,
      proxies,
      'on, off, a number of proxies, or their IP addresses and networks separated by commas',
    ),
    rateLimitScale: read('RATE_LIMIT_SCALE', 1, positiveNumber, 'a number above 0'),
    clientIdDocuments: read(
      'CLIENT_ID_DOCUMENTS',
      'auto',
      oneOf(DOCUMENT_SETTINGS),
      listed(DOCUMENT_SETTINGS),
    ),
    agentLimit: read('AGENT_LIMIT', 25, wholeNumber(0, 1_000_000), 'a whole number from 0 to 1000000'),
    bounds: {
      max_hops: read(
        'MAX_HOPS',
        MAX_HOPS_DEFAULT,
        wholeNumber(0, MAX_HOPS_LIMIT),
        `a whole number from 0 to ${MAX_HOPS_LIMIT}`,
      ),
      max_chain: read(
        'MAX_CHAIN',
        MAX_CHAIN_DEFAULT,
        wholeNumber(0, MAX_CHAIN_LIMIT),
        `a whole number from 0 to ${MAX_CHAIN_LIMIT}`,
      ),
    },
    webhookAllowPrivate: read('WEBHOOK_ALLOW_PRIVATE', false, onOrOff, 'on or off'),
    model: readModel(),
    accessTokenSeconds: environment === 'production' ? 3600 : 900,
    passwordCost: environment === 'test' ? TEST_PASSWORD_COST : PASSWORD_COST,
  }

  if (config.environment === 'test' && !isLoopbackHost(config.host)) {
    const expected =
      'a loopback address like 127.0.0.1 while FLOCKWORK_ENV is test, which lets anyone move the clock'
    problems.push({ name: 'HOST', was: quoted(config.host), expected })
  }
  for (const name of NOT_YET) {
    if (textOf(name) === undefined) continue
    problems.push({ name, was: 'set', expected: 'nothing: this version does not support it yet, unset it' })
  }

  if (problems.length > 0) {
    throw new ConfigError(
      problems.map(({ name, was, expected }) => `${name} is ${was}; expected ${expected}.`).join('\n'),
    )
  }
  return config
}

/**
 * Whether the first account needs the setup code that the server prints at its start, because people of other machines
 * may reach it (docs/rules/accounts.md#setup-code).
 */
export function needsSetupCode(config: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): boolean {
  return !isLoopbackHost(config.host) || config.publicUrl !== null || config.trustProxy !== false
}

/**
 * Whether other machines can reach the server, but only by IP address: without PUBLIC_URL it accepts no name
 * (docs/rules/requests.md#origin-and-host).
 */
export function isReachableWithoutName(config: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return !isLoopbackHost(config.host) && config.publicUrl === null
}

/** The URL of the server, which listens on `boundPort`; without a trailing slash. */
export function publicUrl(config: Pick<Config, 'host' | 'publicUrl'>, boundPort: number): string {
  if (config.publicUrl !== null) return config.publicUrl
  const isWildcard = config.host === '0.0.0.0' || config.host === '::'
  const host = isWildcard ? '127.0.0.1' : config.host
  return new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${boundPort}`).origin
}

/** Whether only programs on this machine can connect to a server that listens on `host`. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** A value as an error may show it, without the password that a URL may have. */
function quoted(text: string): string {
  return text.includes('@') ? 'not valid' : JSON.stringify(text)
}
