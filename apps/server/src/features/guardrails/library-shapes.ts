import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types'

/** A rule of the library. Each text that it reports on has something that fits `starts`. */
interface LibraryRule {
  id: string
  kind: string
  starts: string
}

/**
 * The library's rules that are asked. Not among them: those that look at a file's name, that count what is
 * no secret (an account's number), that our own shapes see more of, and the one that lets a text switch the
 * others off by a comment.
 */
export const LIBRARY_RULES: readonly LibraryRule[] = [
  { id: 'aws', kind: 'an AWS secret key', starts: '(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)' },
  { id: 'github', kind: 'a GitHub token', starts: '(?:gh[pousr]|github_pat)_' },
  { id: 'gitlab', kind: 'a GitLab token', starts: 'glpat-' },
  { id: 'npm', kind: 'an npm token', starts: 'npm_|x-oauth-basic@' },
  { id: 'slack', kind: 'a Slack token', starts: 'xox[abopr]-|xapp-|(?i:hooks\\.slack\\.com)' },
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
 * What the library's rule `id` finds in a text.
 *
 * The rule is asked directly, without the library's own engine: that one takes 260 µs a text, whatever is in
 * it, and marks each step in the process's performance timeline, which nothing ever empties in a server.
 */
export function askLibrary(id: string): RangeOf {
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
    // The rules above decide at once; none gives back a promise that would have to be awaited.
    void rule.create(context, {}).file?.(sourceOf(text))
    return ranges
  }
}

/** A text as the rules want it. None of those asked looks for places by line. */
function sourceOf(content: string): SecretLintSourceCode {
  const place = { line: 1, column: 0 }
  return {
    content,
    contentType: 'text',
    ext: '',
    filePath: undefined,
    physicalFilePath: undefined,
    hasBOM: false,
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    indexToPosition: () => place,
    positionToIndex: () => 0,
    rangeToLocation: () => ({ start: place, end: place }),
    locationToRange: () => [0, content.length],
  }
}
