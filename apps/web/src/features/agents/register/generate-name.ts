/** Random names for agents (docs/rules/agents.md#registration). */
import { HANDLE_MAX_CHARS } from '@flockwork/contract/limits'

export const NAME_STYLES = ['adjective_noun', 'compound', 'standalone'] as const
export type NameStyle = (typeof NAME_STYLES)[number]

const ADJECTIVES = [
  'amber',
  'brisk',
  'calm',
  'clear',
  'crisp',
  'dusky',
  'early',
  'fleet',
  'gentle',
  'keen',
  'lively',
  'mossy',
  'nimble',
  'patient',
  'quick',
  'quiet',
  'ready',
  'rustic',
  'silver',
  'steady',
  'sunny',
  'swift',
  'wary',
  'wild',
] as const

const NOUNS = [
  'avocet',
  'bunting',
  'crane',
  'dipper',
  'dunlin',
  'falcon',
  'finch',
  'heron',
  'jay',
  'kestrel',
  'lark',
  'linnet',
  'martin',
  'oriole',
  'osprey',
  'owl',
  'pipit',
  'plover',
  'raven',
  'robin',
  'siskin',
  'starling',
  'swallow',
  'tern',
  'warbler',
  'wren',
] as const

const NUMBER_MIN = 100
const NUMBER_COUNT = 900

/**
 * A name in `style`, with a number from 100 to 999 after it when `withNumber`: lower-case, parts joined by an
 * underscore, at most 32 characters. `random` answers 0 up to 1.
 */
export function generateName(
  style: NameStyle,
  withNumber: boolean,
  random: () => number = Math.random,
): string {
  const adjective = pick(ADJECTIVES, random)
  const noun = pick(NOUNS, random)
  const words = {
    adjective_noun: [adjective, noun],
    compound: [adjective + noun],
    standalone: [noun],
  }[style]
  const number = withNumber ? [String(NUMBER_MIN + Math.floor(random() * NUMBER_COUNT))] : []
  return [...words, ...number].join('_').toLowerCase().slice(0, HANDLE_MAX_CHARS)
}

function pick(words: readonly [string, ...string[]], random: () => number): string {
  return words[Math.floor(random() * words.length)] ?? words[0]
}
