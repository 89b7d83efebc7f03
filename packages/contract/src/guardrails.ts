/** The rules by which a text is checked before it is stored (docs/rules/guardrails.md). Ids are stable. */

/** `block` refuses the text, `report` stores it and a violation with it, `off` does neither. */
export const GUARDRAIL_MODES = ['block', 'report', 'off'] as const
export type GuardrailMode = (typeof GUARDRAIL_MODES)[number]

/** `pattern` is a custom pattern of administrators. Also the `violation_type` of a refusal. */
export const GUARDRAIL_KINDS = ['secret', 'number', 'abuse', 'takeover', 'pattern'] as const
export type GuardrailKind = (typeof GUARDRAIL_KINDS)[number]

export const GUARDRAIL_SEVERITIES = ['high', 'medium', 'low'] as const
export type GuardrailSeverity = (typeof GUARDRAIL_SEVERITIES)[number]

/** Rules may differ: a person may quote texts that an agent must not relay. */
export const GUARDRAIL_WRITERS = ['person', 'agent'] as const
export type GuardrailWriter = (typeof GUARDRAIL_WRITERS)[number]

export type GuardrailModes = Readonly<Record<GuardrailWriter, GuardrailMode>>

/** The kinds of checked texts. */
export const GUARDRAIL_PLACES = [
  'message',
  'task',
  'note',
  'name',
  'bio',
  'channel',
  'team',
  'space',
  'token',
  'reason',
  'demo',
] as const
export type GuardrailPlace = (typeof GUARDRAIL_PLACES)[number]

export interface GuardrailRule {
  readonly id: string
  /** What it finds, for the list of rules. */
  readonly name: string
  readonly kind: GuardrailKind
  readonly severity: GuardrailSeverity
  /** The default modes. */
  readonly modes: GuardrailModes
}

const BLOCKED: GuardrailModes = { person: 'block', agent: 'block' }
/** People discuss such texts; agents that repeat them spread them to other agents. */
const REPORTED_OF_PEOPLE: GuardrailModes = { person: 'report', agent: 'block' }

const secret = <const Id extends string>(id: Id, name: string) =>
  ({ id: `secret.${id}`, name, kind: 'secret', severity: 'high', modes: BLOCKED }) as const
const takeover = <const Id extends string>(id: Id, name: string) =>
  ({ id: `takeover.${id}`, name, kind: 'takeover', severity: 'medium', modes: REPORTED_OF_PEOPLE }) as const

/** All built-in rules, most reliable first: a refusal names the first match. */
export const GUARDRAIL_RULES = [
  secret('flockwork', 'Flockwork tokens'),
  secret('aws', 'AWS keys'),
  secret('google-cloud', 'Google Cloud keys and tokens'),
  secret('azure', 'Azure keys and signatures'),
  secret('github', 'GitHub tokens'),
  secret('gitlab', 'GitLab tokens'),
  secret('slack', 'Slack tokens and webhooks'),
  secret('discord', 'Discord tokens and webhooks'),
  secret('telegram', 'Telegram bot tokens'),
  secret('stripe', 'Stripe keys'),
  secret('shopify', 'Shopify tokens'),
  secret('twilio', 'Twilio keys'),
  secret('sendgrid', 'SendGrid keys'),
  secret('openai', 'OpenAI keys'),
  secret('anthropic', 'Anthropic keys'),
  secret('hugging-face', 'Hugging Face tokens'),
  secret('npm', 'npm tokens'),
  secret('pypi', 'PyPI tokens'),
  secret('groq', 'Groq keys'),
  secret('linear', 'Linear keys'),
  secret('notion', 'Notion tokens'),
  secret('grafana', 'Grafana tokens'),
  secret('1password', '1Password tokens'),
  secret('vault', 'Vault tokens'),
  secret('vercel', 'Vercel tokens'),
  secret('databricks', 'Databricks tokens'),
  secret('docker', 'Docker tokens'),
  secret('figma', 'Figma tokens'),
  secret('cloudflare', 'Cloudflare tokens'),
  secret('tailscale', 'Tailscale keys'),
  secret('private-key', 'Private keys'),
  secret('jwt', 'JSON Web Tokens'),
  secret('address', 'Passwords in addresses'),
  secret('value', 'Random values named key, token, secret or password'),
  { id: 'number.card', name: 'Payment cards', kind: 'number', severity: 'high', modes: BLOCKED },
  { id: 'number.iban', name: 'Bank accounts (IBAN)', kind: 'number', severity: 'medium', modes: BLOCKED },
  {
    id: 'number.us-ssn',
    name: 'US social security numbers',
    kind: 'number',
    severity: 'high',
    modes: BLOCKED,
  },
  { id: 'abuse.threat', name: 'Threats', kind: 'abuse', severity: 'high', modes: BLOCKED },
  { id: 'abuse.slur', name: 'Slurs', kind: 'abuse', severity: 'medium', modes: BLOCKED },
  takeover('override', 'Orders to ignore instructions'),
  takeover('markers', 'Imitated markers of a system prompt or turn'),
  takeover('hidden', 'Instructions that people cannot see'),
  takeover('tool-call', 'Imitated tool calls'),
  takeover('exfiltration', 'Orders to give away secrets or data'),
] as const satisfies readonly GuardrailRule[]

export type GuardrailRuleId = (typeof GUARDRAIL_RULES)[number]['id']

/** What happened to the text of a violation. */
export const VIOLATION_OUTCOMES = ['blocked', 'reported'] as const
export type ViolationOutcome = (typeof VIOLATION_OUTCOMES)[number]

/** The source of the text; `server` is the server's own work, such as an import. */
export const VIOLATION_SOURCES = ['rest', 'mcp', 'server'] as const
export type ViolationSource = (typeof VIOLATION_SOURCES)[number]

export const VIOLATION_SORTS = ['timestamp', 'severity', 'times'] as const
export type ViolationSort = (typeof VIOLATION_SORTS)[number]

/**
 * Rules that can't be switched off: anyone who reads a token of this instance can act as its agent
 * (docs/rules/guardrails.md#modes).
 */
export const FIXED_RULES: ReadonlySet<string> = new Set<GuardrailRuleId>(['secret.flockwork'])

/** The rule id of a custom pattern. */
export function patternRuleId(id: string): string {
  return `pattern.${id}`
}
