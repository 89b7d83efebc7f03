/** A device's name, parsed from its user agent: "Firefox on Linux". */

interface Known {
  readonly name: string
  readonly sign: RegExp
}

/** The first match wins. A browser also names its ancestors, so the younger ones come first. */
const PROGRAMS: readonly Known[] = [
  { name: 'Edge', sign: /\bEdg(A|iOS)?\// },
  { name: 'Opera', sign: /\b(OPR|OPiOS|OPT)\// },
  { name: 'Vivaldi', sign: /\bVivaldi\// },
  { name: 'Samsung Internet', sign: /\bSamsungBrowser\// },
  { name: 'Firefox', sign: /\b(Firefox|FxiOS)\// },
  { name: 'Chrome', sign: /\b(HeadlessChrome|Chrome|Chromium|CriOS)\// },
  { name: 'Safari', sign: /\bVersion\/\S+ .*\bSafari\// },
  { name: 'curl', sign: /^curl\// },
]

/** A phone's system also names the desktop system that it descends from. */
const SYSTEMS: readonly Known[] = [
  { name: 'iPhone', sign: /\biPhone\b/ },
  { name: 'iPad', sign: /\biPad\b/ },
  { name: 'Android', sign: /\bAndroid\b/ },
  { name: 'ChromeOS', sign: /\bCrOS\b/ },
  { name: 'Windows', sign: /\bWindows\b/ },
  { name: 'macOS', sign: /\bMac OS X\b|\bMacintosh\b/ },
  { name: 'Linux', sign: /\bLinux\b|\bX11\b/ },
]

/** The text around the names, which is among the room's strings. */
export interface DeviceWords {
  readonly unknown: string
  readonly programOn: (program: string, system: string) => string
  readonly browserOn: (system: string) => string
}

/** Longer than any browser's. */
const READ_MAX_CHARS = 512

/** A recognisable name; `words.unknown` for an unknown user agent. */
export function deviceName(userAgent: string | null, words: DeviceWords): string {
  const read = userAgent?.slice(0, READ_MAX_CHARS) ?? null
  const program = nameIn(PROGRAMS, read) ?? firstProduct(read)
  const system = nameIn(SYSTEMS, read)
  if (program !== null && system !== null) return words.programOn(program, system)
  if (system !== null) return words.browserOn(system)
  return program ?? words.unknown
}

function nameIn(known: readonly Known[], userAgent: string | null): string | null {
  return userAgent === null ? null : (known.find(({ sign }) => sign.test(userAgent))?.name ?? null)
}

/** A program that only sends its own name, as `my-script/1.2`; every browser starts with Mozilla. */
function firstProduct(userAgent: string | null): string | null {
  const product = /^([\w.-]{1,40})(\/|$|\s)/.exec(userAgent ?? '')?.[1]
  return product === undefined || product === 'Mozilla' ? null : product
}
