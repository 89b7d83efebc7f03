import type { GuardrailRuleId } from '@flockwork/contract/guardrails'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { anyCase } from './any-case.ts'
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types'

/** A rule of the library. Every text that it matches also matches `starts`. */
interface LibraryRule {
  id: string
  rule: GuardrailRuleId
  /** A noun with its article. */
  words: string
  starts: string
}

/**
 * The library's rules in use. Left out: those that read a file's name, that report what isn't secret (an
 * account number), that our own shapes cover better, and the one that lets a comment disable the others.
 */
export const LIBRARY_RULES: readonly LibraryRule[] = [
  {
    id: 'aws',
    rule: 'secret.aws',
    words: 'an AWS secret key',
    starts: '(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)',
  },
  { id: 'github', rule: 'secret.github', words: 'a GitHub token', starts: '(?:gh[pousr]|github_pat)_' },
  { id: 'gitlab', rule: 'secret.gitlab', words: 'a GitLab token', starts: 'glpat-' },
  { id: 'npm', rule: 'secret.npm', words: 'an npm token', starts: 'npm_|x-oauth-basic@' },
  {
    id: 'slack',
    rule: 'secret.slack',
    words: 'a Slack token',
    starts: `xox[abopr]-|xapp-|${anyCase('hooks\\.slack\\.com')}`,
  },
  { id: 'shopify', rule: 'secret.shopify', words: 'a Shopify token', starts: 'shp(?:pa|ca|at|ss)_' },
  { id: 'stripe', rule: 'secret.stripe', words: 'a Stripe key', starts: '[sr]k_(?:live|test)_' },
  { id: 'openai', rule: 'secret.openai', words: 'an OpenAI key', starts: 'T3BlbkFJ' },
  { id: 'anthropic', rule: 'secret.anthropic', words: 'an Anthropic key', starts: 'sk-ant-' },
  { id: 'huggingface', rule: 'secret.hugging-face', words: 'a Hugging Face token', starts: 'hf_' },
  { id: 'groq', rule: 'secret.groq', words: 'a Groq key', starts: 'gsk_' },
  { id: 'linear', rule: 'secret.linear', words: 'a Linear key', starts: 'lin_api_' },
  { id: 'notion', rule: 'secret.notion', words: 'a Notion token', starts: 'ntn_' },
  { id: 'grafana', rule: 'secret.grafana', words: 'a Grafana token', starts: 'gl(?:c|sa)_' },
  { id: '1password', rule: 'secret.1password', words: 'a 1Password token', starts: 'ops_ey' },
  { id: 'hashicorp-vault', rule: 'secret.vault', words: 'a Vault token', starts: 'hv[sbr]\\.' },
  { id: 'vercel', rule: 'secret.vercel', words: 'a Vercel token', starts: 'vc[piark]_' },
  { id: 'databricks', rule: 'secret.databricks', words: 'a Databricks token', starts: 'dapi[A-Fa-f0-9]{8}' },
  { id: 'docker', rule: 'secret.docker', words: 'a Docker token', starts: 'dckr_pat_' },
  { id: 'figma', rule: 'secret.figma', words: 'a Figma token', starts: 'figd_' },
  { id: 'cloudflare', rule: 'secret.cloudflare', words: 'a Cloudflare token', starts: 'cf(?:k|ut|at)_' },
  { id: 'tailscale', rule: 'secret.tailscale', words: 'a Tailscale key', starts: 'tskey-' },
]

type RangeOf = (text: string) => (readonly [start: number, end: number])[]

/**
 * The matches of the library's rule `id` in a text. The rule is called without the library's engine, which takes
 * 260 µs for any text and adds entries to the performance timeline, which nothing clears in a server.
 */
export function libraryFinder(id: string): RangeOf {
  const rule = rules.find(({ meta }) => meta.id === `@secretlint/secretlint-rule-${id}`)
  if (!rule) throw new Error(`The library of secret rules has no rule named ${id}`)

  return (text) => {
    const ranges: (readonly [number, number])[] = []
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (id) => ({ message: String(id), messageId: String(id), data: {} }),
      report: ({ range }) => ranges.push(range),
      ignore: () => {},
    }
    // The rules above are synchronous.
    void rule.create(context, {}).file?.(sourceOf(text))
    return ranges
  }
}

/** A text in the format of the rules. None of those used needs line positions. */
function sourceOf(content: string): SecretLintSourceCode {
  const position = { line: 1, column: 0 }
  return {
    content,
    contentType: 'text',
    ext: '',
    filePath: undefined,
    physicalFilePath: undefined,
    hasBOM: false,
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    indexToPosition: () => position,
    positionToIndex: () => 0,
    rangeToLocation: () => ({ start: position, end: position }),
    locationToRange: () => [0, content.length],
  }
}
