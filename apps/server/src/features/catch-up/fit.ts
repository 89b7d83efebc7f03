/**
 * Fits the entries into an answer of the requested size (docs/rules/catch-up.md#room). Pure.
 *
 * What is addressed to the reader comes first and verbatim; decisions, open questions and the rest share what is
 * reserved for them and what remains. Each line is counted separately, and finally the whole.
 */
import type { CatchUp, CatchUpChannel } from '@flockwork/contract/catch-up'
import { shortId } from '@flockwork/contract/text/short-id'
import { cutAt, itemOf, type Channel, type Entries, type Entry, type Ranking } from './entries.ts'
import { channelLine, counted, headerOf, lineOf, pathOf } from './lines.ts'
import type { AddressedRow, Material, Size } from './material.ts'
import { cursorOf } from './position.ts'

export interface Counting {
  /** For a whole answer. */
  readonly exactly: (text: string) => number
  /** For a line. */
  readonly quickly: (text: string) => number
}

/** The share of the room reserved for the other lists, if they have entries. */
const KEPT_FOR_OTHERS = 0.3
/** Each list's share of what then remains; the rest gets what they don't need. */
const OF_DECISIONS = 0.4
const OF_QUESTIONS = 0.5
const OF_THE_LAST = 1
/** The share for naming the busiest channels, before any of their messages. */
const OF_CHANNELS = 0.5
const CHANNELS_FIRST = 4
/** The share reserved for the ids of what is left out. */
const OF_LEFT_OUT = 0.06
const LEFT_OUT_TOKENS = 70
/** The minimum room for a line. */
const LINE_TOKENS = 12
/** How many lines may be too long before a list ends. */
const MISSES_MAX = 8
const EXCERPT_CHARS = 400
const EXCERPT_TOKENS = 200

interface Cost {
  readonly tokens: number
  readonly bytes: number
}

/** The remaining room of an answer. */
interface Room {
  left(): Cost
  /** Reserves the cost if it fits, within `most` tokens. */
  take(cost: Cost, most?: number): boolean
}

function roomOf({ tokens, bytes = Number.MAX_SAFE_INTEGER }: Size): Room {
  const left = { tokens, bytes }
  return {
    left: () => ({ ...left }),
    take(cost, most = Number.MAX_SAFE_INTEGER) {
      if (cost.tokens > Math.min(left.tokens, most) || cost.bytes > left.bytes) return false
      left.tokens -= cost.tokens
      left.bytes -= cost.bytes
      return true
    },
  }
}

interface Section {
  readonly entries: Entry[]
  readonly total: number
}

interface Sheet {
  readonly addressed: Entry[]
  /** How many of the first rows this page covers. */
  handled: number
  readonly decisions: Section
  readonly questions: Section
  readonly channels: Channel[]
  readonly highlights: Entry[]
}

type Written = Omit<CatchUp, 'space_id' | 'space_name'>

export function composeText(material: Material, entries: Entries, size: Size, counting: Counting): Written {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const costOf = (text: string): Cost => {
    const json = size.inJson === true ? inJson(text) : text
    return {
      tokens:
        json === text ? counting.quickly(text) : Math.max(counting.quickly(text), counting.quickly(json)),
      bytes: Buffer.byteLength(json),
    }
  }
  const fits = (text: string): boolean => {
    const all = size.inJson === true ? [text, JSON.stringify(text)] : [text]
    return all.every(
      (one) =>
        counting.exactly(one) <= size.tokens &&
        Buffer.byteLength(one) <= (size.bytes ?? Number.MAX_SAFE_INTEGER),
    )
  }

  let sheet = fill(material, entries, size, costOf, 0)
  if (leftOutOf(material, sheet).length > 0) {
    const kept = Math.max(LEFT_OUT_TOKENS, Math.floor(size.tokens * OF_LEFT_OUT))
    sheet = fill(material, entries, size, costOf, kept)
  }
  for (;;) {
    const text = textOf(material, entries, sheet, size, costOf)
    if (fits(text) || !shorten(sheet)) {
      return {
        ...answerOf(material, entries, sheet),
        text,
        tokens: counting.exactly(text),
        max_tokens: size.tokens,
      }
    }
  }
}

function fill(
  material: Material,
  entries: Entries,
  size: Size,
  costOf: (text: string) => Cost,
  kept: number,
): Sheet {
  const { reader } = material
  const room = roomOf(size)
  room.take(costOf(`${headerOf(material, entries)}\n`))
  room.take({ tokens: kept, bytes: kept * 4 })
  const sheet: Sheet = {
    addressed: [],
    handled: 0,
    decisions: { entries: [], total: entries.decisions.total },
    questions: { entries: [], total: entries.questions.total },
    channels: [],
    highlights: [],
  }
  const hasOthers = entries.channels.length + material.tasks.length > 0 && material.span.skip === 0
  const all = room.left().tokens
  const others = hasOthers ? Math.floor(all * KEPT_FOR_OTHERS) : 0

  room.take(costOf(headingOf('To you', 99_999, 99_999)))
  fillAddressed(sheet, entries, room, others, (entry) => costOf(`${lineOf(entry, reader)}\n`))
  if (!hasOthers) return sheet

  const fillRanked = (section: Entry[], ranking: Ranking, heading: string, share: number) => {
    if (ranking.entries.length === 0) return
    if (section.length === 0 && !room.take(costOf(heading))) return
    let most = Math.floor(room.left().tokens * share)
    let misses = 0
    for (const entry of ranking.entries) {
      if (section.includes(entry)) continue
      if (most < LINE_TOKENS || misses === MISSES_MAX) break
      const cost = costOf(`${lineOf(entry, reader, entry.kind === 'said')}\n`)
      if (room.take(cost, most)) {
        section.push(entry)
        most -= cost.tokens
      } else misses++
    }
  }
  const decisions = headingOf('Decisions', 99_999, 99_999)
  const questions = headingOf('Open questions', 99_999, 99_999)
  fillRanked(sheet.decisions.entries, entries.decisions, decisions, OF_DECISIONS)
  fillRanked(sheet.questions.entries, entries.questions, questions, OF_QUESTIONS)
  fillChannels(sheet, entries.channels, room, costOf)
  // highlights are listed under their channel
  const named = new Set(sheet.channels.map(({ name }) => name))
  const highlights = entries.highlights.entries.filter(({ channel }) => named.has(channel))
  fillRanked(sheet.highlights, { entries: highlights, total: highlights.length }, '', OF_THE_LAST)
  fillRanked(sheet.decisions.entries, entries.decisions, decisions, OF_THE_LAST)
  fillRanked(sheet.questions.entries, entries.questions, questions, OF_THE_LAST)
  return sheet
}

/**
 * In order and verbatim, until one doesn't fit: the next page starts with it. One that fits on no page is truncated.
 */
function fillAddressed(
  sheet: Sheet,
  { addressed }: Entries,
  room: Room,
  others: number,
  costOf: (entry: Entry) => Cost,
): void {
  const whole = room.left()
  for (const { entry } of addressed) {
    if (entry === undefined) return
    const cost = costOf(entry)
    // the first gets all of the room, so that every page makes progress
    const most = room.left().tokens - (sheet.handled === 0 ? 0 : others)
    if (room.take(cost, most)) sheet.addressed.push(entry)
    else if (cost.tokens > whole.tokens || cost.bytes > whole.bytes) {
      const begun = beginningOf(entry, room, Math.min(EXCERPT_TOKENS, most), costOf)
      if (begun !== undefined) sheet.addressed.push(begun)
      else if (sheet.handled > 0) return
    } else return
    sheet.handled++
  }
}

function beginningOf(
  entry: Entry,
  room: Room,
  most: number,
  costOf: (entry: Entry) => Cost,
): Entry | undefined {
  const { length } = [...entry.content]
  for (let chars = EXCERPT_CHARS; chars >= 12; chars = Math.floor(chars / 2)) {
    const content = `${cutAt(entry.content, chars)} (${counted(length, 'character', 'characters')} in all)`
    const begun = { ...entry, content, isWhole: false }
    if (room.take(costOf(begun), most)) return begun
  }
  return undefined
}

function fillChannels(
  sheet: Sheet,
  channels: readonly Channel[],
  room: Room,
  costOf: (text: string) => Cost,
): void {
  if (channels.length === 0 || !room.take(costOf(headingOf('Also said', 99_999, 99_999)))) return
  let most = Math.floor(room.left().tokens * OF_CHANNELS)
  for (const [index, channel] of channels.entries()) {
    const cost = costOf(`${channelLine(channel)}\n`)
    if (!room.take(cost, index < CHANNELS_FIRST ? room.left().tokens : most)) return
    sheet.channels.push(channel)
    most -= cost.tokens
  }
}

/** Removes the least important line; false if there is none. */
function shorten(sheet: Sheet): boolean {
  const lists: unknown[][] = [
    sheet.highlights,
    sheet.channels,
    sheet.questions.entries,
    sheet.decisions.entries,
  ]
  const list = lists.find(({ length }) => length > 0)
  if (list !== undefined) {
    list.pop()
    return true
  }
  if (sheet.addressed.length === 0) return false
  sheet.addressed.pop()
  sheet.handled = Math.max(1, sheet.handled - 1)
  return true
}

/** What is not verbatim on this page, including later pages. */
function leftOutOf({ addressed }: Material, sheet: Sheet): AddressedRow[] {
  const shown = new Set(sheet.addressed.filter(({ isWhole }) => isWhole).map(keyOf))
  return addressed.filter((row, index) => index >= sheet.handled || !shown.has(keyOf(row)))
}

function keyOf({ messageId, task }: Pick<Entry, 'messageId' | 'task'>): string {
  return `${messageId} ${task?.id ?? ''}`
}

function nextCursorOf({ span, addressedCount }: Material, { handled }: Sheet): string | null {
  const skip = span.skip + handled
  return skip < addressedCount ? cursorOf({ ...span, skip }) : null
}

function headingOf(title: string, shown: number, total: number): string {
  const count = shown === total ? `${total}` : `${shown} of ${total}`
  return `\n${title} (${count})\n`
}

const inTime = (one: Entry, other: Entry) => one.at - other.at || (one.messageId < other.messageId ? -1 : 1)

function textOf(
  material: Material,
  entries: Entries,
  sheet: Sheet,
  size: Size,
  costOf: (text: string) => Cost,
): string {
  const { reader, addressedCount, span } = material
  const section = (title: string, list: readonly Entry[], total: number) =>
    list.length === 0
      ? []
      : [headingOf(title, list.length, total), ...list.map((entry) => `${lineOf(entry, reader)}\n`)]
  const others = [
    ...section('Decisions', sheet.decisions.entries.toSorted(inTime), sheet.decisions.total),
    ...section('Open questions', sheet.questions.entries.toSorted(inTime), sheet.questions.total),
    ...restLines(material, entries, sheet),
  ]
  const written = [`${headerOf(material, entries)}\n`, ...section('To you', sheet.addressed, addressedCount)]
  const leftOut = leftOutLines(
    leftOutOf(material, sheet),
    addressedCount - span.skip - sheet.addressed.filter(({ isWhole }) => isWhole).length,
    nextCursorOf(material, sheet),
    size.tokens - [...written, ...others].reduce((sum, text) => sum + costOf(text).tokens, 0),
    costOf,
  )
  return [...written, ...leftOut, ...others].join('').trimEnd()
}

function restLines({ reader }: Material, { channels }: Entries, sheet: Sheet): string[] {
  if (sheet.channels.length === 0) return []
  const inChannels = Map.groupBy(sheet.highlights.toSorted(inTime), ({ channel }) => channel)
  return [
    headingOf('Also said', sheet.channels.length, channels.length).replace(')\n', ' channels)\n'),
    ...sheet.channels.flatMap((channel) => [
      `${channelLine(channel)}\n`,
      ...(inChannels.get(channel.name) ?? []).map((entry) => `${lineOf(entry, reader, true)}\n`),
    ]),
  ]
}

/** As many ids as fit, how many more there are, and how to get them. */
function leftOutLines(
  rows: readonly AddressedRow[],
  total: number,
  nextCursor: string | null,
  tokens: number,
  costOf: (text: string) => Cost,
): string[] {
  if (rows.length === 0) return []
  const head = `Left out for want of room, to you: ${counted(total, 'message', 'messages')}:`
  const more = (left: number) => (left === 0 ? '' : ` and ${left.toLocaleString('en-US')} more`)
  const goOn = nextCursor === null ? '' : `; go on with cursor ${nextCursor}`
  const ids: string[] = []
  let left = tokens - costOf(`\n${head}${more(99_999)}${goOn}.\n`).tokens
  for (const { messageId, task } of rows) {
    const id = ` ${task?.name ?? shortId(messageId)}`
    left -= costOf(id).tokens
    if (left < 0) break
    ids.push(id)
  }
  return [`${head}${ids.join('')}${more(total - ids.length)}${goOn}.\n`]
}

function answerOf(
  material: Material,
  entries: Entries,
  sheet: Sheet,
): Omit<Written, 'text' | 'tokens' | 'max_tokens'> {
  const { span, from, to, isCut, addressedCount } = material
  const itemsOf = (list: readonly Entry[]) => list.map((entry) => itemOf(entry, pathOf(entry)))
  const inChannels = Map.groupBy(sheet.highlights.toSorted(inTime), ({ channel }) => channel)
  return {
    after_seq: span.after,
    until_seq: span.until,
    from: timeOrNull(from),
    until: timeOrNull(to),
    cursor: cursorOf(span),
    next_cursor: nextCursorOf(material, sheet),
    messages: entries.messages,
    authors: entries.authors,
    is_cut: isCut,
    addressed_count: addressedCount,
    decision_count: sheet.decisions.total,
    question_count: sheet.questions.total,
    addressed: itemsOf(sheet.addressed),
    decisions: itemsOf(sheet.decisions.entries.toSorted(inTime)),
    open_questions: itemsOf(sheet.questions.entries.toSorted(inTime)),
    rest: sheet.channels.map((channel): CatchUpChannel => ({
      channel: channel.name,
      messages: channel.messages,
      new_tasks: channel.newTasks,
      authors: channel.authors.slice(0, AUTHORS_MAX),
      author_count: channel.authors.length,
      topics: [...channel.topics],
      path: `/m/${channel.firstId}`,
      items: itemsOf(inChannels.get(channel.name) ?? []),
    })),
    left_out: leftOutOf(material, sheet).map(({ messageId, task }) => ({
      message_id: messageId,
      task_id: task?.id ?? null,
    })),
  }
}

const AUTHORS_MAX = 10

function timeOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
