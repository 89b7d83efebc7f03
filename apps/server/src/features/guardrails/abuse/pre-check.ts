/** A cheap pre-check whether a text may contain a pattern of the word list, which spares most texts the full search. */
import {
  englishRecommendedBlacklistMatcherTransformers,
  SyntaxKind,
  type BlacklistedTerm,
  type ParsedPattern,
} from 'obscenity'

type Transform = (char: number) => number | undefined

const ASCII = 128

/**
 * Combines all patterns into one, for the text as the library's search reads it. If this finds nothing, neither does
 * the search; the library's list of allowed terms is not considered here.
 */
export function createPreCheck(terms: readonly BlacklistedTerm[]): (text: string) => boolean {
  const sources = Map.groupBy(
    terms.map(({ pattern }) => pattern),
    ({ requireWordBoundaryAtStart: start, requireWordBoundaryAtEnd: end }) =>
      `${start ? '\\b' : ''} ${end ? '\\b' : ''}`,
  )
  const any = new RegExp(
    Array.from(sources, ([edges, patterns]) => {
      const [start = '', end = ''] = edges.split(' ')
      return `${start}(?:${patterns.flatMap(literalsOf).join('|')})${end}`
    }).join('|'),
  )
  const simple = englishRecommendedBlacklistMatcherTransformers.flatMap((one): Transform[] =>
    'transform' in one ? [one.transform] : [],
  )
  const stateful = englishRecommendedBlacklistMatcherTransformers.flatMap((one) =>
    'factory' in one ? [one.factory()] : [],
  )
  const read: Transform = (char) =>
    simple.reduce<number | undefined>((now, one) => (now === undefined ? now : one(now)), char)
  const ofAscii = Array.from({ length: ASCII }, (_, char) => read(char))

  const readingOf = (text: string): string => {
    let reading = ''
    for (const character of text) {
      const char = character.codePointAt(0) ?? 0
      let now = char < ASCII ? ofAscii[char] : read(char)
      for (const one of stateful) now = now === undefined ? now : one.transform(now)
      if (now !== undefined) reading += String.fromCodePoint(now)
    }
    for (const one of stateful) one.reset()
    return reading
  }
  return (text) => any.test(readingOf(text))
}

/** The literal texts of a pattern, escaped. */
function literalsOf({ nodes }: ParsedPattern): string[] {
  return nodes.reduce<string[]>(
    (texts, node) => {
      if (node.kind === SyntaxKind.Wildcard) return texts.map((text) => `${text}.`)
      if (node.kind === SyntaxKind.Optional) {
        const { childNode } = node
        const child = childNode.kind === SyntaxKind.Wildcard ? '.' : literal(childNode.chars)
        return texts.flatMap((text) => [text, text + child])
      }
      return texts.map((text) => text + literal(node.chars))
    },
    [''],
  )
}

const literal = (chars: readonly number[]) => String.fromCodePoint(...chars).replaceAll(/[^\w ]/g, '\\$&')
