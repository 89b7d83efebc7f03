/**
 * Finds slurs and threats against people, including disguises that the library recognises
 * (docs/rules/guardrails.md#abuse).
 */
import {
  englishRecommendedBlacklistMatcherTransformers,
  englishRecommendedWhitelistMatcherTransformers,
  RegExpMatcher,
} from 'obscenity'
import type { Found } from '../found.ts'
import { withoutRepeats, type Reading } from '../readings.ts'
import { createPreCheck } from './pre-check.ts'
import { createWordList, WORDS_OF } from './word-list.ts'

/** How far before a word its context is searched for what makes it abuse. */
const CHARS_BEFORE = 60
const CHARS_AFTER = 10

export function createAbuseFinder(): (readings: readonly Reading[]) => Found[] {
  const list = createWordList()
  const { blacklistedTerms, whitelistedTerms = [] } = list.build()
  const mayHaveAbuse = createPreCheck(blacklistedTerms)
  const matcher = new RegExpMatcher({
    blacklistedTerms,
    whitelistedTerms,
    blacklistMatcherTransformers: englishRecommendedBlacklistMatcherTransformers,
    whitelistMatcherTransformers: englishRecommendedWhitelistMatcherTransformers,
  })

  const findIn = ({ text, rangeOf }: Reading): Found[] =>
    matcher.getAllMatches(punctuated(text)).flatMap((match) => {
      const {
        rule = 'abuse.slur',
        after,
        written,
        unless,
      } = list.getPayloadWithPhraseMetadata(match).phraseMetadata ?? {}
      const { startIndex: start, endIndex: last } = match
      const before = text.slice(Math.max(0, start - CHARS_BEFORE), start).toLowerCase()
      if (after !== undefined && !after.test(before)) return []
      if (written?.test(text.slice(start, last + 1)) === false) return []
      if (unless?.test(text.slice(last + 1, last + CHARS_AFTER)) === true) return []
      return [{ rule, words: WORDS_OF[rule], ...rangeOf(start, last + 1) }]
    })

  return (readings) => {
    const all = readings.flatMap((reading) => [reading, ...spelledOut(reading)])
    const found = all.filter(({ text }) => mayHaveAbuse(punctuated(text))).flatMap(findIn)
    return all.length > 1 ? withoutRepeats(found) : found
  }
}

/** Replaces characters by spaces that the library would read as letters but that are punctuation here. */
function punctuated(text: string): string {
  return text.replaceAll(/!(?![A-Za-z0-9@$])|(?<![^\s])\(|\/|(?<![^\s])\|(?![^\s])/g, ' ')
}

/** Four or more single letters, separated by the same character. */
const SPELLED =
  /(?<![A-Za-z0-9])[A-Za-z0-9@$!]([ .,*_-])(?:[A-Za-z0-9@$!]\1){2,}[A-Za-z0-9@$!](?![A-Za-z0-9])/g

/** Joins words that are spelled letter by letter. */
function spelledOut({ text, rangeOf }: Reading): Reading[] {
  return Array.from(text.matchAll(SPELLED), ({ 0: spelled, index }) => ({
    text: Array.from({ length: (spelled.length + 1) / 2 }, (_, place) => spelled.charAt(place * 2)).join(''),
    rangeOf: (start, end) => rangeOf(index + start * 2, index + end * 2 - 1),
  }))
}
