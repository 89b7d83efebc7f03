const MIN_ENTROPY_BITS = 3
const MIN_SEGMENT_CHARS = 12
const MIN_NOT_WORDS_SHARE = 0.4
const MIN_DIGIT_GROUPS = 3
const MIN_CHANGING_CHARS = 24
const MIN_CHANGES_SHARE = 0.4

// Placeholders in documentation and templates: an instruction, a variable, a filler.
const FILLER =
  /your|example|sample|dummy|placeholder|change[-_]?me|replace|redacted|insert|here$|x{4}|\*{3}|\.{3}|…|123456|abcdef|[<>{]|^\$[A-Za-z_]\w*$|\$[({]|%[A-Z_]+%|process\.env|os\.environ|getenv|import\.meta|secrets?[.[]|config[.[(]/i

/** Whether `value` is only a placeholder for a secret, as in documentation. */
export function isPlaceholder(value: string): boolean {
  return FILLER.test(value) || /^(.)\1*$/.test(value)
}

/**
 * Whether `value` looks random rather than written by a person.
 *
 * People join words and numbers with separators (`my-app-2024-11-21`, `src/page2.ts`) or capitals
 * (`sha256WithRSAEncryption`): there the longest piece without a separator is short or made of words.
 */
export function looksRandom(value: string): boolean {
  const pieces = value.replaceAll(/[!@#$%^&*~+=]/g, '').split(/[-_./:]/)
  return changesOften(pieces) || hasRandomPiece(pieces)
}

/** Whether it alternates between upper case, lower case and digits more than joined words do. */
function changesOften(pieces: readonly string[]): boolean {
  const whole = pieces.join('')
  if (whole.length < MIN_CHANGING_CHARS || !/\d/.test(whole)) return false
  const changes = pieces.reduce((sum, piece) => sum + changesIn(piece), 0)
  return changes >= whole.length * MIN_CHANGES_SHARE
}

const CHANGE = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g

function changesIn(piece: string): number {
  return piece.match(CHANGE)?.length ?? 0
}

function hasRandomPiece(pieces: readonly string[]): boolean {
  const longest = pieces.reduce((a, b) => (b.length > a.length ? b : a), '')
  if (longest.length < MIN_SEGMENT_CHARS || entropyBits(longest) < MIN_ENTROPY_BITS) return false
  if (!/\d/.test(longest) || !/[A-Za-z]/.test(longest)) return false

  const isMixedCase = /[a-z]/.test(longest) && /[A-Z]/.test(longest)
  if (!isMixedCase) return (longest.match(/\d+/g)?.length ?? 0) >= MIN_DIGIT_GROUPS

  const notWords = longest.replaceAll(/[A-Z]?[a-z]{3,}|[A-Z]{3,}/g, '')
  return notWords.length >= longest.length * MIN_NOT_WORDS_SHARE
}

/** The Shannon entropy of the characters of `value`, in bits per character. */
function entropyBits(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)

  let bits = 0
  for (const count of counts.values()) {
    const share = count / value.length
    bits -= share * Math.log2(share)
  }
  return bits
}
