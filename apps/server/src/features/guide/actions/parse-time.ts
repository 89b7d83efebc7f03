/**
 * Parses a time in a sentence, word by word: `in 20 minutes`, `tomorrow at 9`, `on friday at 14:30`, `2027-01-31 8:00`.
 * Pure; anything else is ignored. Times of day are UTC, because the server knows nobody's time zone.
 */
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_DAYS = 7
/** A day without a time means this hour. */
const MORNING_HOUR = 9
const EVENING_HOUR = 20
const NOON_HOUR = 12
/** More words than any supported sentence. */
const WORDS_MAX = 100
const COUNT_MAX_DIGITS = 4

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  sec: 1000,
  second: 1000,
  m: MINUTE_MS,
  min: MINUTE_MS,
  minute: MINUTE_MS,
  h: HOUR_MS,
  hr: HOUR_MS,
  hour: HOUR_MS,
  d: DAY_MS,
  day: DAY_MS,
  w: WEEK_DAYS * DAY_MS,
  week: WEEK_DAYS * DAY_MS,
}
const COUNTS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, five: 5, ten: 10 }
const DAYS_OF_WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const LONG_DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const TIME_OF_DAY = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/

export interface TimeFound {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The sentence without the words of the time. */
  readonly rest: string
}

type TimeOfDay = readonly [hour: number, minute: number]

/** Undefined if the sentence has no time. */
export function parseTime(sentence: string, now: number): TimeFound | undefined {
  const words = sentence.split(/\s+/, WORDS_MAX).filter((word) => word !== '')
  const plain = words.map((word) => withoutSigns(word.toLowerCase()))
  const used = new Set<number>()
  const use = (from: number, count: number) => {
    for (let index = from; index < from + count; index++) used.add(index)
  }
  const rest = () => words.filter((_word, index) => !used.has(index)).join(' ')

  for (const index of plain.keys()) {
    const span = spanAt(plain, index)
    if (span === undefined) continue
    use(index, span.words)
    return { at: now + span.ms, rest: rest() }
  }

  let day: number | undefined
  let time: TimeOfDay | undefined
  for (let index = 0; index < plain.length; index++) {
    const dayHere: Found<number> | undefined = day === undefined ? dayAt(plain, index, now) : undefined
    if (dayHere !== undefined) {
      day = dayHere.value
      if (plain[index + dayHere.words - 1] === 'tonight') time ??= [EVENING_HOUR, 0]
      use(index, dayHere.words)
      index += dayHere.words - 1
      continue
    }
    const timeHere: Found<TimeOfDay> | undefined =
      time === undefined || plain.includes('tonight') ? timeAt(plain, index, day !== undefined) : undefined
    if (timeHere === undefined) continue
    time = timeHere.value
    use(index, timeHere.words)
    index += timeHere.words - 1
  }
  if (day === undefined && time === undefined) return undefined
  const [hour, minute] = time ?? [MORNING_HOUR, 0]
  const start = day ?? startOfDay(now)
  const at = start + hour * HOUR_MS + minute * MINUTE_MS
  // a time without a day means the next one
  return { at: day === undefined && at <= now ? at + DAY_MS : at, rest: rest() }
}

/** Without trailing punctuation. */
function withoutSigns(word: string): string {
  let end = word.length
  while (end > 0 && ',;.!?'.includes(word.charAt(end - 1))) end--
  return word.slice(0, end)
}

interface Found<Value> {
  readonly value: Value
  /** The number of words of the time. */
  readonly words: number
}

/** `in 20 minutes`, `in 20min`, `in half an hour`, `5 minutes ago`. */
function spanAt(words: readonly string[], index: number): { ms: number; words: number } | undefined {
  const [first = '', second = '', third = '', fourth = ''] = words.slice(index)
  if (first === 'in' && second === 'half' && third === 'an' && fourth === 'hour')
    return { ms: HOUR_MS / 2, words: 4 }
  if (first === 'in') {
    const joined = /^(\d{1,4})([a-z]+)$/.exec(second)
    const unit = unitOf(joined?.[2] ?? '')
    if (joined !== null && unit !== undefined) return { ms: Number(joined[1]) * unit, words: 2 }
    const count = countOf(second)
    const apart = unitOf(third)
    return count === undefined || apart === undefined ? undefined : { ms: count * apart, words: 3 }
  }
  const ago = countOf(first)
  const unit = unitOf(second)
  return third === 'ago' && ago !== undefined && unit !== undefined
    ? { ms: -ago * unit, words: 3 }
    : undefined
}

function countOf(word: string): number | undefined {
  if (/^\d+$/.test(word) && word.length <= COUNT_MAX_DIGITS) return Number(word)
  return Object.hasOwn(COUNTS, word) ? COUNTS[word] : undefined
}

function unitOf(word: string): number | undefined {
  const one = word.length > 1 && word.endsWith('s') ? word.slice(0, -1) : word
  return Object.hasOwn(UNITS, one) ? UNITS[one] : undefined
}

/** The start of the day at this word, optionally after `on`, `next` or `this`. */
function dayAt(words: readonly string[], index: number, now: number): Found<number> | undefined {
  const skipped = ['on', 'next', 'this'].includes(words[index] ?? '') ? 1 : 0
  const word = words[index + skipped] ?? ''
  const today = startOfDay(now)
  const found = (value: number): Found<number> => ({ value, words: skipped + 1 })
  if (word === 'today' || word === 'tonight') return found(today)
  if (word === 'tomorrow' || word === 'tmrw') return found(today + DAY_MS)
  if (word === 'yesterday') return found(today - DAY_MS)
  const long = LONG_DAYS.indexOf(word)
  const weekday = long === -1 ? DAYS_OF_WEEK.indexOf(word) : long
  if (weekday !== -1) {
    const ahead = (weekday - new Date(today).getUTCDay() + WEEK_DAYS) % WEEK_DAYS
    return found(today + (ahead === 0 ? WEEK_DAYS : ahead) * DAY_MS)
  }
  const date = DATE.exec(word)
  if (date === null) return undefined
  const [year, month, dayOfMonth] = date.slice(1).map(Number)
  const start = Date.UTC(year ?? 0, (month ?? 0) - 1, dayOfMonth)
  // a shorter month has no 31st
  return new Date(start).getUTCDate() === dayOfMonth ? found(start) : undefined
}

/** `at 9`, `at 9:30 pm`, `14:30`, `noon`; after a day also a bare `9`. Includes a following `utc`. */
function timeAt(words: readonly string[], index: number, isAfterDay: boolean): Found<TimeOfDay> | undefined {
  const skipped = words[index] === 'at' ? 1 : 0
  const word = words[index + skipped] ?? ''
  const ends = (from: number, value: TimeOfDay): Found<TimeOfDay> => ({
    value,
    words: from - index + (words[from] === 'utc' ? 1 : 0),
  })
  if (word === 'noon') return ends(index + skipped + 1, [NOON_HOUR, 0])
  if (word === 'midnight') return ends(index + skipped + 1, [0, 0])
  const [, hourText, minuteText, joinedHalf] = TIME_OF_DAY.exec(word) ?? []
  if (hourText === undefined) return undefined
  const next = words[index + skipped + 1] ?? ''
  const apart = joinedHalf === undefined && (next === 'am' || next === 'pm') ? next : undefined
  const half = joinedHalf ?? apart
  const isClear = skipped === 1 || minuteText !== undefined || half !== undefined
  const previous = words[index - 1] ?? ''
  // "buy 9 apples tomorrow" has no time of day; "tomorrow 9" has
  if (!isClear && !(isAfterDay && (dayAt(words, index - 1, 0) !== undefined || DATE.test(previous))))
    return undefined
  const hour = hourOf(Number(hourText), half)
  const minute = Number(minuteText ?? 0)
  if (hour === undefined || minute >= 60) return undefined
  return ends(index + skipped + 1 + (apart === undefined ? 0 : 1), [hour, minute])
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  if (hour < 1 || hour > NOON_HOUR) return undefined
  return (hour % NOON_HOUR) + (half === 'pm' ? NOON_HOUR : 0)
}

function startOfDay(at: number): number {
  return at - (((at % DAY_MS) + DAY_MS) % DAY_MS)
}

/** `Fri 2027-01-29 14:30 UTC`. */
export function formatTime(at: number): string {
  const date = new Date(at)
  const day = DAYS_OF_WEEK[date.getUTCDay()] ?? ''
  const iso = date.toISOString()
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} ${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
