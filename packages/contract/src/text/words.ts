import { lazily } from '../lazily.ts'
import { MESSAGE_MAX_CHARS } from '../limits.ts'
import { firstCharacters } from './characters.ts'

/** A normalised word of a text, with its half-open range in UTF-16 units. */
export interface WordMark {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Longer words are truncated: an index row has a maximum size. */
export const WORD_MAX_CHARS = 64

// Scripts without spaces between words: each letter is a word, and a run of letters a phrase.
const UNSPACED = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]`
const WORD_OR_PICTOGRAPH = String.raw`${UNSPACED}\p{M}*|[\p{L}\p{N}][[\p{L}\p{N}\p{M}]--${UNSPACED}]*|\p{Extended_Pictographic}`
const word = lazily(() => new RegExp(WORD_OR_PICTOGRAPH, 'gv'))
// The pattern of all emoji takes 30 ms to compile, repeatedly, because V8 discards the code of idle patterns. Only
// an emoji of several code points needs it, and has one of these.
const wordOrEmoji = lazily(() => new RegExp(String.raw`\p{RGI_Emoji}|${WORD_OR_PICTOGRAPH}`, 'gv'))
const JOINED_EMOJI = /[\p{Emoji_Component}--[#*0-9]]/v
// Accents of the Latin, Greek and Cyrillic letters, vowel points of Hebrew and Arabic. The signs of other scripts
// are effectively letters.
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g
const SELECTORS_AND_TONES = /\ufe0e|\ufe0f|\p{Emoji_Modifier}/gu
const PLAIN = /^[a-z0-9]+$/
// most texts, and ten times as fast
const ASCII = /^\p{ASCII}*$/u
const ASCII_WORD = /[a-z0-9]+/gi

/**
 * The words of a text, in order: normalised runs of letters and digits, and emoji. Case, accents,
 * width and skin tones make no difference; `_`, `-`, apostrophes and the like separate words.
 */
export function wordsOf(text: string): WordMark[] {
  const marks: WordMark[] = []
  const spellings = new Map<string, string>()
  // no searched text is longer than a message
  const read = firstCharacters(text, MESSAGE_MAX_CHARS)
  for (const { 0: found, index } of read.matchAll(patternFor(read))) {
    const word = spellings.get(found) ?? spellingOf(found)
    spellings.set(found, word)
    if (word !== '') marks.push({ word, start: index, end: index + found.length })
  }
  return marks
}

function patternFor(text: string): RegExp {
  if (ASCII.test(text)) return ASCII_WORD
  return JOINED_EMOJI.test(text) ? wordOrEmoji() : word()
}

function spellingOf(word: string): string {
  const lower = word.toLowerCase()
  const plain = PLAIN.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(ACCENTS, '')
        .replaceAll('ß', 'ss')
        .replaceAll(SELECTORS_AND_TONES, '')
        // a compatibility decomposition may contain other characters, as in ½
        .replaceAll(/[\s\p{P}\u2044]/gu, '')
  return plain.length <= WORD_MAX_CHARS ? plain : cut(plain)
}

/** Never splits a surrogate pair. */
function cut(word: string): string {
  const short = word.slice(0, WORD_MAX_CHARS)
  return short.isWellFormed() ? short : short.slice(0, -1)
}
