/** Ordinary lines with random parts, the same in every run: what looks like a secret or a number, and is none. */

const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const WORDS =
  'api build cache client config data error event file graph handler image index job key layer list main message metric model node page parser path point queue render report request route schema server session space stream table task test thread time token tree type user value view web worker'.split(
    ' ',
  )
const FIRST = 'ana bo chen dana eli farah goran hana ivan jun kim lena'.split(' ')

export interface Random {
  /** Whole numbers from 0 below that. */
  below(limit: number): number
  of(alphabet: string, length: number): string
  pick<Choice>(choices: readonly [Choice, ...Choice[]] | readonly Choice[]): Choice
}

/** Numbers that look random, from a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    of: (alphabet, length) => Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
    pick: (choices) => {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new Error('Nothing to pick from')
      return choice
    },
  }
}

type Line = (random: Random) => string

const uuid = ({ of }: Random) => [8, 4, 4, 4, 12].map((length) => of(HEX, length)).join('-')
const two = ({ below }: Random, limit: number) => String(1 + below(limit)).padStart(2, '0')
const time = (random: Random) =>
  `2024-${two(random, 12)}-${two(random, 28)}T${two(random, 23)}:${two(random, 59)}:${two(random, 59)}.${random.of(DIGITS, 3)}Z`
const word = ({ pick }: Random) => pick(WORDS)
const ip = ({ below }: Random) => [1, 2, 3, 4].map(() => below(256)).join('.')

const LINES: Readonly<Record<string, Line>> = {
  uuid: (random) => `${word(random)}_id: ${uuid(random)}`,
  'uuid as a key': (random) => `key: ${uuid(random)}, ${word(random)}: ${random.below(1000)}`,
  'commit hash': (random) => `Fixed in ${random.of(HEX, 40)}, see ${random.of(HEX, 7)} for the test`,
  digest: (random) => `sha256:${random.of(HEX, 64)}  ${word(random)}.tar.gz`,
  'image digest': (random) => `registry.example.org/${word(random)}@sha256:${random.of(HEX, 64)}`,
  'lock file': (random) =>
    `    "node_modules/${word(random)}-${word(random)}": {\n      "version": "${random.below(20)}.${random.below(20)}.${random.below(9)}",\n      "resolved": "https://registry.npmjs.org/${word(random)}/-/${word(random)}-1.${random.below(9)}.0.tgz",\n      "integrity": "sha512-${random.of(BASE64, 86)}=="`,
  'yarn lock': (random) =>
    `${word(random)}@^${random.below(9)}.0.0:\n  resolved "https://registry.yarnpkg.com/${word(random)}/-/${word(random)}-${random.below(9)}.1.2.tgz#${random.of(HEX, 40)}"`,
  'go sum': (random) =>
    `github.com/${word(random)}/${word(random)} v1.${random.below(30)}.0 h1:${random.of(BASE64, 43)}=`,
  'cargo lock': (random) =>
    `name = "${word(random)}"\nversion = "0.${random.below(40)}.1"\nchecksum = "${random.of(HEX, 64)}"`,
  'pip hash': (random) => `${word(random)}==2.${random.below(20)}.0 --hash=sha256:${random.of(HEX, 64)}`,
  'base64 image': (random) =>
    `data:image/png;base64,iVBORw0KGgo${random.of(BASE64, 200 + random.below(400))}==`,
  'base64 block': (random) => Array.from({ length: 6 }, () => random.of(BASE64, 76)).join('\n'),
  'access log': (random) =>
    `${ip(random)} - - [21/Nov/2024:10:${two(random, 59)}:${two(random, 59)} +0000] "GET /api/${word(random)}/${random.below(99999)} HTTP/1.1" 200 ${random.below(99999)} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36"`,
  'json log': (random) =>
    `{"level":30,"time":${1_700_000_000_000 + random.below(99_999_999)},"pid":${random.below(99999)},"request_id":"${uuid(random)}","msg":"${word(random)} ${word(random)}","ms":${random.below(900)}}`,
  'application log': (random) =>
    `${time(random)} INFO [${word(random)}-${random.below(20)}] ${word(random)}: processed ${random.below(99999)} ${word(random)}s in ${random.below(9999)} ms trace=${random.of(HEX, 32)} span=${random.of(HEX, 16)}`,
  syslog: (random) =>
    `Nov 21 10:${two(random, 59)}:${two(random, 59)} host${random.below(9)} kernel: [${random.below(99999)}.${random.of(DIGITS, 6)}] usb 1-1: new device number ${random.below(99)}`,
  'order number': (random) =>
    `Order ${random.of(DIGITS, 10)}, tracking ${random.of(DIGITS, 12)}, customer ${random.of(DIGITS, 8)}`,
  'long order number': (random) => `Shipment 00${random.of(DIGITS, 18)} left the depot`,
  snowflake: (random) => `message 1${random.of(DIGITS, 18)} in channel 1${random.of(DIGITS, 17)}`,
  'phone number': (random) =>
    random.pick([
      `+49 ${random.of(DIGITS, 3)} ${random.of(DIGITS, 8)}`,
      `+1 (${random.of(DIGITS, 3)}) ${random.of(DIGITS, 3)}-${random.of(DIGITS, 4)}`,
      `+44 20 ${random.of(DIGITS, 4)} ${random.of(DIGITS, 4)}`,
      `+33 ${[1, 2, 3, 4, 5].map(() => random.of(DIGITS, 2)).join(' ')}`,
      `${random.of(DIGITS, 3)}-${random.of(DIGITS, 3)}-${random.of(DIGITS, 4)}`,
    ]),
  'e-mail': (random) =>
    `Ask ${random.pick(FIRST)}.${word(random)}${random.below(99)}@example.org or ${word(random)}-team@example.com`,
  address: (random) =>
    `https://${word(random)}.example.org/${word(random)}/${random.below(99999)}?page=${random.below(50)}&cursor=${random.of(BASE64.slice(0, 62), 24)}`,
  'asset name': (random) =>
    `assets/${word(random)}-${random.of(BASE64.slice(0, 62), 8)}.js  ${random.below(400)}.${random.of(DIGITS, 2)} kB │ gzip: ${random.below(90)}.${random.of(DIGITS, 2)} kB`,
  decimals: (random) =>
    Array.from({ length: 4 }, () => `${random.below(90)}.${random.of(DIGITS, 16)}`).join(', '),
  'numbers in rows': (random) =>
    Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => random.of(DIGITS, 4)).join(' ')).join(
      '\n',
    ),
  nanoseconds: (random) => `started_at=17${random.of(DIGITS, 17)} ended_at=17${random.of(DIGITS, 17)}`,
  'hex dump': (random) =>
    `0000${random.of(HEX, 4)}  ${Array.from({ length: 8 }, () => random.of(HEX, 4)).join(' ')}  |................|`,
  'mac and serial': (random) =>
    `mac ${Array.from({ length: 6 }, () => random.of(HEX, 2)).join(':')} serial ${random.of(DIGITS, 9)} part ${random.of(DIGITS, 3)}-${random.of(DIGITS, 5)}-${random.of(DIGITS, 2)}`,
  'entity tag': (random) => `ETag: W/"${random.of(HEX, 5)}-${random.of(BASE64, 27)}"`,
  'source map': (random) => `//# sourceMappingURL=${word(random)}-${random.of(HEX, 8)}.js.map`,
  checksum: (random) => `MD5 (${word(random)}.iso) = ${random.of(HEX, 32)}`,
  'cache key': (random) =>
    `cacheKey=${word(random)}:${random.of(HEX, 16)}:v${random.below(9)} partition_key=${uuid(random)}`,
  'trace parent': (random) => `traceparent: 00-${random.of(HEX, 32)}-${random.of(HEX, 16)}-01`,
  constants: (random) =>
    `const ${word(random).toUpperCase()} = 0x${random.of(HEX, 8)}, ${word(random).toUpperCase()}_MAX = ${random.below(1e9)}`,
  'certificate fingerprint': (random) =>
    `SHA256 Fingerprint=${Array.from({ length: 32 }, () => random.of(HEX, 2).toUpperCase()).join(':')}`,
  version: (random) =>
    `${word(random)} v${random.below(30)}.${random.below(30)}.${random.below(30)}-rc.${random.below(9)}+build.${random.of(DIGITS, 6)}`,
}

/** `count` of each kind. */
export function ordinaryLines(count: number, seed: number): string[] {
  const random = randomFrom(seed)
  return Object.values(LINES).flatMap((line) => Array.from({ length: count }, () => line(random)))
}
