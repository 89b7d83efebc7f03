/** Valid numbers of cards, accounts and people, made from their published forms. */
import { randomFrom, type Random } from './generated.ts'

const DIGITS = '0123456789'
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The digit that makes the sum of ISO/IEC 7812-1 end in zero. */
function checkDigit(digits: string): string {
  let sum = 0
  for (let at = digits.length - 1, isDoubled = true; at >= 0; at -= 1, isDoubled = !isDoubled) {
    const value = Number(digits[at]) * (isDoubled ? 2 : 1)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return String((10 - (sum % 10)) % 10)
}

const ISSUERS = [
  ['4', 16],
  ['4', 13],
  ['4', 19],
  ['51', 16],
  ['55', 16],
  ['2221', 16],
  ['2720', 16],
  ['34', 15],
  ['37', 15],
  ['6011', 16],
  ['65', 16],
  ['36', 14],
  ['3530', 16],
  ['62', 16],
  ['6763', 16],
  ['2202', 16],
] as const

function card(random: Random): string {
  const [start, length] = random.pick(ISSUERS)
  const digits = start + random.of(DIGITS, length - start.length - 1)
  return digits + checkDigit(digits)
}

/** As it is printed: in fours, or 4-6-5 and 4-6-4. */
function printed(number: string, separator: string): string {
  const groups =
    number.length === 15 || number.length === 14
      ? /^(.{4})(.{6})(.*)$/.exec(number)?.slice(1)
      : number.match(/.{1,4}/g)
  return (groups ?? []).join(separator)
}

const IBANS: readonly (readonly [country: string, form: readonly (readonly [number, string])[]])[] = [
  ['DE', [[18, DIGITS]]],
  ['AT', [[16, DIGITS]]],
  [
    'CH',
    [
      [5, DIGITS],
      [12, DIGITS + CAPITALS],
    ],
  ],
  [
    'FR',
    [
      [10, DIGITS],
      [11, DIGITS + CAPITALS],
      [2, DIGITS],
    ],
  ],
  [
    'GB',
    [
      [4, CAPITALS],
      [14, DIGITS],
    ],
  ],
  [
    'NL',
    [
      [4, CAPITALS],
      [10, DIGITS],
    ],
  ],
  ['ES', [[20, DIGITS]]],
  [
    'IT',
    [
      [1, CAPITALS],
      [10, DIGITS],
      [12, DIGITS + CAPITALS],
    ],
  ],
  ['BE', [[12, DIGITS]]],
  ['PL', [[24, DIGITS]]],
  ['NO', [[11, DIGITS]]],
  [
    'MT',
    [
      [4, CAPITALS],
      [5, DIGITS],
      [18, DIGITS + CAPITALS],
    ],
  ],
  ['AE', [[19, DIGITS]]],
]

function iban(random: Random): string {
  const [country, form] = random.pick(IBANS)
  const account = form.map(([length, alphabet]) => random.of(alphabet, length)).join('')
  const digits = [...`${account}${country}00`].map((char) => Number.parseInt(char, 36)).join('')
  const check = 98n - (BigInt(digits) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`
}

function ssn({ below }: Random, separator: string): string {
  const area = 1 + below(898)
  const parts = [area === 666 ? 667 : area, 1 + below(99), 1 + below(9999)]
  return parts.map((part, place) => String(part).padStart([3, 2, 4][place] ?? 0, '0')).join(separator)
}

const MAKERS = {
  'number.card': (random: Random) =>
    random.pick([
      (number: string) => `pay with ${number}, 12/27 123`,
      (number: string) => `My card is ${printed(number, ' ')}`,
      (number: string) => `${printed(number, '-')} exp 01/29`,
      (number: string) => `{"card":"${number}"}`,
      (number: string) => printed(number, ' '),
      (number: string) => [...number].join(' '),
    ])(card(random)),
  'number.iban': (random: Random) =>
    random.pick([
      (number: string) => `Please transfer it to ${number} until Friday`,
      (number: string) => `IBAN: ${(number.match(/.{1,4}/g) ?? []).join(' ')}.`,
      (number: string) => `iban=${number.toLowerCase()}`,
      (number: string) => (number.match(/.{1,4}/g) ?? []).join(' '),
    ])(iban(random)),
  'number.us-ssn': (random: Random) =>
    random.pick([
      () => `my SSN is ${ssn(random, '-')}`,
      () => `Social Security number: ${ssn(random, ' ')}`,
      () => `ssn=${ssn(random, '')}`,
      () => `${ssn(random, '-')} (social security)`,
      () => ssn(random, '-'),
    ])(),
} as const

export interface MadeNumber {
  readonly rule: keyof typeof MAKERS
  readonly text: string
}

/** `count` texts of each kind, the same for the same seed. */
export function madeNumbers(count: number, seed: number): MadeNumber[] {
  const random = randomFrom(seed)
  const rules = ['number.card', 'number.iban', 'number.us-ssn'] as const
  return rules.flatMap((rule) => Array.from({ length: count }, () => ({ rule, text: MAKERS[rule](random) })))
}
