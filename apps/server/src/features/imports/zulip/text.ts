/**
 * Converts Zulip's Markdown to ours: `@**Name**` and `@**Name|12**`, `#**channel>topic**`, `:emoji:`, `/me`, blocks of
 * quotes, spoilers and mathematics, times, and links to uploaded files. Everything else is the same in both.
 */
import { mentionOf, withoutMarks } from '../preparing/prepared.ts'
import { emojiNamed } from '../preparing/emoji.ts'

/** Ids of people by unique full names; undefined for unknown and ambiguous names. */
export type IdOfName = (name: string) => string | undefined

const EMOJI = /:([a-z0-9_+-]{1,100}):/g
const MENTION = /@_?\*\*([^*\n|]{1,200})(?:\|(\d{1,15}))?\*\*/g
const GROUP = /@_?\*([^*\n]{1,200})\*/g
const CHANNEL = /#\*\*([^*\n]{1,200})\*\*/g
const TIME = /<time:([^<>\n]{1,100})>/g
/** A link to an uploaded file, whose URL is only valid in the other product. */
const FILE = /!?\[([^\][\n]{0,300})\]\(\/?user_uploads\/[^()\s]{1,1000}\)/g
const FENCE = /^ {0,3}(`{3,}|~{3,}) ?([a-z0-9_+-]{0,40})(.{0,300})$/i
const ME = /^\/me\s/
const EVERYONE = new Set(['all', 'everyone', 'channel', 'stream', 'topic'])

interface Block {
  readonly fence: string
  readonly kind: 'code' | 'quote' | 'other'
}

export function markdownOf(text: string, idOfName: IdOfName): string {
  const open: Block[] = []
  const lines: string[] = []
  for (const line of withoutMarks(text).split('\n')) {
    const inner = open.at(-1)
    const fence = FENCE.exec(line)
    if (inner !== undefined && fence?.[2] === '' && isClosing(line, inner)) {
      open.pop()
      if (inner.kind === 'code') lines.push(quoted(inner.fence, open))
      continue
    }
    if (inner?.kind === 'code') {
      lines.push(quoted(line, open))
      continue
    }
    if (fence !== null) {
      const [, sign = '', language = '', rest = ''] = fence
      const block: Block = { fence: sign, kind: kindOf(language) }
      open.push(block)
      if (block.kind === 'code') lines.push(quoted(`${sign}${language}`, open.slice(0, -1)))
      else if (language === 'spoiler' && rest.trim() !== '')
        lines.push(quoted(proseOf(rest.trim(), idOfName), open))
      continue
    }
    lines.push(quoted(proseOf(line, idOfName), open))
  }
  const joined = lines.join('\n').trim()
  return ME.test(joined) ? `_${joined.replace(ME, '')}_` : joined
}

function kindOf(language: string): Block['kind'] {
  if (language === 'quote') return 'quote'
  return language === 'spoiler' ? 'other' : 'code'
}

function isClosing(line: string, { fence }: Block): boolean {
  const trimmed = line.trim()
  return trimmed.length >= fence.length && trimmed === (fence[0] ?? '').repeat(trimmed.length)
}

/** Prefixes a line with as many `>` as there are open quote blocks. */
function quoted(line: string, open: readonly Block[]): string {
  const depth = open.filter(({ kind }) => kind === 'quote').length
  return depth === 0 ? line : `${'> '.repeat(depth)}${line}`
}

/** Inline code is unchanged. */
function proseOf(line: string, idOfName: IdOfName): string {
  const parts = line.split('`')
  const isClosed = parts.length % 2 === 1
  return parts
    .map((part, index) => {
      const isCode = index % 2 === 1 && (isClosed || index < parts.length - 1)
      return isCode ? part : inlineOf(part, idOfName)
    })
    .join('`')
}

function inlineOf(text: string, idOfName: IdOfName): string {
  return text
    .replaceAll(FILE, (_, name: string) => (name === '' ? '(a file)' : `(${name})`))
    .replaceAll(MENTION, (_, name: string, id: string | undefined) => {
      if (id === undefined && EVERYONE.has(name.toLowerCase())) return `@${name.toLowerCase()}`
      const known = id ?? idOfName(name)
      return known === undefined ? `@${name}` : mentionOf(known)
    })
    .replaceAll(GROUP, (_, name: string) => `@${name}`)
    .replaceAll(CHANNEL, (_, name: string) => `#${name}`)
    .replaceAll(TIME, (_, time: string) => time)
    .replaceAll(EMOJI, (shown, name: string) => emojiNamed(name) ?? shown)
}
