import { englishDataset } from 'obscenity'
import { expect, test } from 'vitest'
import { readingsOf } from '../readings.ts'
import { createAbuseFinder } from './find-abuse.ts'
import { createPreCheck } from './pre-check.ts'

const findAbuse = createAbuseFinder()
const found = (text: string) =>
  findAbuse(readingsOf(text)).map(({ rule, start, end }) => [rule, text.slice(start, end)])

test.for([
  ['n i g g e r', 'n i g g e r', 'letter by letter'],
  ['you r3t4rd!', 'r3t4rd', 'digits for letters, and a sign after it'],
  ['(you retard)', 'retard', 'in brackets'],
  ['you idiot/you retard', 'retard', 'after a slash'],
  ['ni\u200bgger', 'ni\u200bgger', 'unseen characters'],
  ['ｎｉｇｇｅｒ', 'ｎｉｇｇｅｒ', 'full-width'],
  ['niiiiggerrr', 'niiiigger', 'letters repeated'],
  ['zipperheads', undefined, 'another word'],
  ['zipperhead', 'zipperhead', 'letters that are always repeated'],
] as const)('%s: %s (%s)', ([text, slur]) => {
  expect(found(text)).toEqual(slur === undefined ? [] : [['abuse.slur', slur]])
})

test.for([
  ['en retard', 'a delay'],
  ['Mein Abo ist aus', 'a subscription'],
  ['Kike comes at nine', 'a name'],
  ['fuck this shit, what a piece of crap', 'mere profanity'],
  ['I will kill your job queue', 'it is the queue’s'],
  ['I’ll shoot you an e-mail', 'a message'],
  ['don’t kill yourself over it', 'no order'],
  ['if you ever want to kill yourself, call somebody', 'help'],
] as const)('%s attacks nobody: %s', ([text]) => {
  expect(found(text)).toEqual([])
})

test('the pre-check misses nothing that the search finds with the library’s own list', () => {
  const { blacklistedTerms } = englishDataset.build()
  const mayHave = createPreCheck(blacklistedTerms)
  const samples = ['fuck', 'ffuuck', 'ʃṳ𝒸𝗄', 'a$$', 'b!tch', 'sh1t', 'n1gg3r', 'PENIS', 'p0rn']
  expect(samples.filter((sample) => !mayHave(sample))).toEqual([])
  expect(['the pen', 'assess', 'hello'].filter((sample) => mayHave(sample))).toEqual(['assess'])
})
