/**
 * Converts Slack's mrkdwn to Markdown: `*bold*`, `~strike~`, `<links|named>`, `<@U1>`, `<#C1|name>`, `<!here>`, `&lt;`
 * and `:emoji:`. A single pass from left to right; a mark that isn't closed on its line is plain text.
 */
import { mentionOf, withoutMarks } from '../preparing/prepared.ts'
import { emojiNamed } from '../preparing/emoji.ts'

const FENCE = '```'
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const ENTITY = /&(?:lt|gt|amp);/g
const EMOJI = /:([a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?):/g
/** The start of HTML in Markdown, which is plain text in Slack. */
const HTML = /<(?=[a-z/!?])/gi
const HEADING = /^(#{1,6})(?= )/
/** Never in Slack's text, because `withoutMarks` removed it. */
const OPAQUE = '\uE002'
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i

export function markdownOf(text: string): string {
  const parts = withoutMarks(text).split(FENCE)
  // with an odd number of fences the last one is text
  const isClosed = parts.length % 2 === 1
  const last = parts.length - 1
  let result = ''
  parts.forEach((part, index) => {
    const isCode = index % 2 === 1
    if (!isCode) result += proseOf(part)
    else if (index === last && !isClosed) result += FENCE + proseOf(part)
    else
      result = `${onNewLine(result)}${FENCE}\n${plainOf(part).replaceAll(/^\n|\n$/g, '')}\n${FENCE}${startsLine(parts[index + 1] ?? '')}`
  })
  return result.trim()
}

function onNewLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function startsLine(next: string): string {
  return next === '' || next.startsWith('\n') ? '' : '\n'
}

/** Code has no marks, but its links have the same syntax. */
function plainOf(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.isLink ? plainLink(piece.text) : unescaped(piece.text)))
    .join('')
}

function proseOf(text: string): string {
  return text
    .split('\n')
    .map((line) => lineOf(line))
    .join('\n')
}

/** Code and links are replaced by one character each while marks are paired, so that their content is ignored. */
function lineOf(line: string): string {
  const opaque: string[] = []
  const hide = (text: string) => {
    opaque.push(text)
    return OPAQUE
  }
  // `inline code` extends to the next backtick on the line
  const parts = line.split('`')
  const isClosed = parts.length % 2 === 1
  const shown = parts.map((part, index) => {
    const isCode = index % 2 === 1 && (isClosed || index < parts.length - 1)
    if (isCode) return hide(`\`${plainOf(part)}\``)
    const text = piecesOf(part).map((piece) =>
      piece.isLink ? hide(linkOf(piece.text)) : textOfProse(piece.text),
    )
    return (index % 2 === 1 ? '`' : '') + text.join('')
  })
  let next = 0
  return paired(shown.join(''))
    .replace(HEADING, String.raw`\$1`)
    .replaceAll(OPAQUE, () => opaque[next++] ?? '')
}

interface Piece {
  /** What is between `<` and `>`. */
  readonly isLink: boolean
  readonly text: string
}

/** Splits at `<…>`. In Slack's texts every other `<` is an entity. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('<', at)
    const end = start === -1 ? -1 : text.indexOf('>', start)
    if (end === -1) {
      pieces.push({ isLink: false, text: text.slice(at) })
      return pieces
    }
    pieces.push(
      { isLink: false, text: text.slice(at, start) },
      { isLink: true, text: text.slice(start + 1, end) },
    )
    at = end + 1
  }
}

function unescaped(text: string): string {
  return text.replaceAll(ENTITY, (entity) => ENTITIES[entity] ?? entity)
}

function textOfProse(text: string): string {
  return unescaped(text)
    .replaceAll(HTML, String.raw`\<`)
    .replaceAll(EMOJI, (shown, name: string) => emojiNamed(name) ?? shown)
}

function linkOf(inner: string): string {
  const [target = '', ...rest] = inner.split('|')
  const label = rest.join('|')
  if (target.startsWith('@')) return mentionOf(target.slice(1))
  if (target.startsWith('#')) return `#${unescaped(label === '' ? target.slice(1) : label)}`
  if (target.startsWith('!subteam')) return label === '' ? '@group' : unescaped(label)
  if (target.startsWith('!date')) return unescaped(label)
  if (target.startsWith('!')) return `@${target.slice(1).split('^')[0] ?? ''}`
  const url = unescaped(target)
  if (!LINK.test(url)) return label === '' ? textOfProse(`<${inner}>`) : textOfProse(label)
  const shown = unescaped(label)
  const bare = url.replace(/^(?:mailto|tel):/i, '')
  if (shown === '' || shown === url || shown === bare) return /^https?:/i.test(url) ? url : bare
  return `[${shown.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${addressOf(url)})`
}

/** Escapes a URL for a Markdown link. */
function addressOf(url: string): string {
  return url.replaceAll(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function plainLink(inner: string): string {
  const [target = '', ...rest] = inner.split('|')
  if (target.startsWith('@') && !/[^A-Z0-9@]/.test(target)) return mentionOf(target.slice(1))
  if (target.startsWith('!')) return `@${target.slice(1).split('^')[0] ?? ''}`
  if (target.startsWith('#')) return `#${rest.join('|')}`
  return LINK.test(target) ? unescaped(target) : unescaped(`<${inner}>`)
}

const WHITE_OR_END = /^[\s\p{P}\p{S}]?$/u
const WHITE = /^\s?$/

/** `*bold*` and `~strike~`, each up to the next such mark on the line, by Slack's rules for adjacent characters. */
function paired(line: string): string {
  if (!line.includes('*') && !line.includes('~')) return line
  const doubled = new Set<number>()
  for (const sign of ['*', '~']) {
    let open = -1
    for (let at = line.indexOf(sign); at !== -1; at = line.indexOf(sign, at + 1)) {
      const [before, after] = [line[at - 1] ?? '', line[at + 1] ?? '']
      if (before === sign || after === sign) continue
      if (open === -1) {
        if (WHITE_OR_END.test(before) && !WHITE.test(after)) open = at
      } else if (!WHITE.test(before) && WHITE_OR_END.test(after)) {
        doubled.add(open).add(at)
        open = -1
      }
    }
  }
  return doubleAt(line, doubled)
}

function doubleAt(line: string, places: ReadonlySet<number>): string {
  let result = ''
  let from = 0
  for (const at of [...places].toSorted((one, other) => one - other)) {
    result += line.slice(from, at + 1) + (line[at] ?? '')
    from = at + 1
  }
  return result + line.slice(from)
}
