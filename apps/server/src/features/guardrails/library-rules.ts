import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { anyCase } from './any-case.ts'
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types'

/** A rule of the library. Each text that it reports on matches `starts`. */
interface LibraryRule {
  id: string
  kind: string
  starts: string
}

/**
 * The library's rules that are used. Left out: those that read a file's name, that report what is no secret (an
 * account's number), that our own shapes cover better, and the one that lets a comment in a text switch the others off.
 */
export const LIBRARY_RULES: readonly LibraryRule[] = [
  { id: 'aws', kind: 'an AWS secret key', starts: '(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)' },
  { id: 'github', kind: 'a GitHub token', starts: '(?:gh[pousr]|github_pat)_' },
  { id: 'gitlab', kind: 'a GitLab token', starts: 'glpat-' },
  { id: 'npm', kind: 'an npm token', starts: 'npm_|x-oauth-basic@' },
  { id: 'slack', kind: 'a Slack token', starts: `xox[abopr]-|xapp-|${anyCase('hooks\\.slack\\.com')}` },
  { id: 'shopify', kind: 'a Shopify token', starts: 'shp(?:pa|ca|at|ss)_' },
  { id: 'stripe', kind: 'a Stripe key', starts: '[sr]k_(?:live|test)_' },
  { id: 'openai', kind: 'an OpenAI key', starts: 'T3BlbkFJ' },
  { id: 'anthropic', kind: 'an Anthropic key', starts: 'sk-ant-' },
  { id: 'huggingface', kind: 'a Hugging Face token', starts: 'hf_' },
  { id: 'groq', kind: 'a Groq key', starts: 'gsk_' },
  { id: 'linear', kind: 'a Linear key', starts: 'lin_api_' },
  { id: 'notion', kind: 'a Notion token', starts: 'ntn_' },
  { id: 'grafana', kind: 'a Grafana token', starts: 'gl(?:c|sa)_' },
  { id: '1password', kind: 'a 1Password token', starts: 'ops_ey' },
  { id: 'hashicorp-vault', kind: 'a Vault token', starts: 'hv[sbr]\\.' },
  { id: 'vercel', kind: 'a Vercel token', starts: 'vc[piark]_' },
  { id: 'databricks', kind: 'a Databricks token', starts: 'dapi[A-Fa-f0-9]{8}' },
  { id: 'docker', kind: 'a Docker token', starts: 'dckr_pat_' },
  { id: 'figma', kind: 'a Figma token', starts: 'figd_' },
  { id: 'cloudflare', kind: 'a Cloudflare token', starts: 'cf(?:k|ut|at)_' },
  { id: 'tailscale', kind: 'a Tailscale key', starts: 'tskey-' },
]

type RangeOf = (text: string) => (readonly [start: number, end: number])[]

/**
 * Finds what the library's rule `id` reports in a text. The rule is called without the library's engine, which takes
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

/** A text as the rules want it. None of those used reads positions by line. */
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
