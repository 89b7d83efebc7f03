/** Serialises and parses a record's lines: header, records and checkpoints (docs/rules/records.md#format). */
import * as z from 'zod/mini'
import { isDeeper } from '../../../platform/json.ts'
import { DEPTH_MAX, ORIGINS_MAX, RECORDS_MAX } from './bounds.ts'
import { chainNext, digest, textHash } from './chain.ts'
import {
  Count,
  DATA,
  Hash,
  Id,
  Name,
  Salt,
  TEXTS,
  Time,
  hasText,
  isKind,
  type DataOf,
  type Kind,
  type TextKind,
  type TextOf,
} from './kinds.ts'

export const FORMAT = 'flockwork-record'
export const VERSION = 1

const KEY = /^[\w-]{43}$/
const SIGNATURE = /^[\w-]{86}$/
/** An Ed25519 key: the 32 bytes of RFC 8032, in base64url. */
const PublicKey = z.string().check(z.regex(KEY), z.refine(isCanonical))
const Signature = z.string().check(z.regex(SIGNATURE), z.refine(isCanonical))

/** Only the canonical encoding is accepted, so that any flipped bit is detected. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}

/** An instance that the space was on before: its signature of a record, and what it signed. */
const Origin = z.strictObject({
  at: Time,
  from: Name,
  key: PublicKey,
  /** The hash of that record's first line. */
  header: Hash,
  records: Count,
  chain: Hash,
  signature: Signature,
})
export type Origin = z.infer<typeof Origin>

const Header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  space: Id,
  /** What differs between two exports of the same space: time, instance, exporter and key. */
  exported: z.strictObject({
    at: Time,
    /** The URL of the instance. */
    from: Name,
    /** The handle of an admin of the space; null for the operator. */
    by: z.nullable(Name),
    software: Name,
    key: PublicKey,
    /** Oldest first. */
    origins: z.array(Origin).check(z.maxLength(ORIGINS_MAX)),
  }),
  hash: Hash,
})
export type Header = z.infer<typeof Header>

const Checkpoint = z.strictObject({
  checkpoint: Count,
  hash: Hash,
  signature: Signature,
})
export type Checkpoint = z.infer<typeof Checkpoint>

/** A record in the file. */
export type FileRecord = RecordAmong<Kind>

/** A record of one of these kinds. */
export type RecordAmong<K extends Kind> = { readonly [One in K]: RecordOf<One> }[K]

export interface RecordOf<K extends Kind> {
  readonly n: number
  readonly kind: K
  readonly data: DataOf<K>
  /** Undefined for a kind without text, for a deleted message, and for an erased text. */
  readonly text: K extends TextKind ? SaltedText<K> | undefined : undefined
  readonly hash: string
}

export interface SaltedText<K extends TextKind> {
  readonly salt: string
  readonly value: TextOf<K>
}

/** What is wrong with a line. */
export class BadLine extends Error {
  override name = 'BadLine'
}

/** The first line, without its line feed. */
export function headerLine(header: Omit<Header, 'format' | 'version' | 'hash'>): string {
  const given = { format: FORMAT, version: VERSION, ...header, hash: digest('') }
  // in the order of the file, regardless of the given order
  const { hash: _none, ...rest } = Header.parse(given)
  return JSON.stringify({ ...rest, hash: digest(JSON.stringify(rest)) })
}

/** @throws BadLine */
export function parseHeader(line: string): Header {
  const value = parseObject(line)
  if (value['format'] !== FORMAT) throw new BadLine('this is not a record of a space')
  if (value['version'] !== VERSION) {
    throw new BadLine('this version of the format is not known here: a newer Flockwork may read it')
  }
  const header = parseAs(Header, value, line)
  const { hash, ...rest } = header
  if (digest(JSON.stringify(rest)) !== hash) throw new BadLine('the first line was changed')
  return header
}

export function checkpointLine(checkpoint: Checkpoint): string {
  return JSON.stringify(checkpoint)
}

/**
 * The line, without its line feed, of a record that follows the one with the hash `before`.
 * @throws if `data` or `text` doesn't match the kind
 */
export function recordLine(
  before: string,
  { n, kind, data, text }: { n: number; kind: Kind; data: unknown; text?: SaltedText<TextKind> | undefined },
): { line: string; hash: string } {
  const start = JSON.stringify({ n, kind, data: DATA[kind].parse(data) })
  const hash = chainNext(before, start)
  const beside = text === undefined ? '' : `,"text":${JSON.stringify(text)}`
  return { line: `${start.slice(0, -1)}${beside},"hash":"${hash}"}`, hash }
}

/** @throws BadLine for anything but a record or checkpoint in this program's exact serialisation. */
export function parseLine(line: string): FileRecord | Checkpoint {
  const value = parseObject(line)
  if ('checkpoint' in value) return parseAs(Checkpoint, value, line)
  const { kind } = value
  if (typeof kind !== 'string' || !isKind(kind)) throw new BadLine('it is no record of a kind that is known')
  return parseRecord(kind, value, line)
}

const Numbered = z.int().check(z.gte(1), z.lte(RECORDS_MAX))

function parseRecord(kind: Kind, value: Readonly<Record<string, unknown>>, line: string): FileRecord {
  const { n, data, text, hash } = value
  const parsed = DATA[kind].safeParse(data)
  if (!Numbered.safeParse(n).success || !parsed.success || !Hash.safeParse(hash).success) {
    throw new BadLine(`it is not a ${kind} as this version writes it`)
  }
  const salted = text === undefined ? undefined : parseText(kind, text)
  const record = { n, kind, data: parsed.data, ...(salted && { text: salted }), hash }
  requireSame(record, line)
  // validated by the kind's schemas
  return { text: undefined, ...record } as unknown as FileRecord
}

function parseText(kind: Kind, text: unknown): SaltedText<TextKind> {
  if (!hasText(kind)) throw new BadLine(`a ${kind} has no text`)
  const parsed = z.strictObject({ salt: Salt, value: TEXTS[kind] }).safeParse(text)
  if (!parsed.success) throw new BadLine(`its text is not as this version writes it`)
  return parsed.data
}

/** @throws BadLine if the text doesn't match the hash in the data, or there should be none. */
export function checkText({ kind, data, text }: FileRecord): void {
  if (kind === 'message' && (data.deleted_at === null) !== (data.text !== null)) {
    throw new BadLine('only a deleted message has no text')
  }
  if (text === undefined) return
  const expected = 'text' in data ? data.text : null
  if (expected === null) throw new BadLine('it has a text, though its message was deleted')
  if (textHash(text.salt, text.value) !== expected) throw new BadLine('its text was changed')
}

/** The expected hash of the record after the one with the hash `before`. */
export function hashAfter(before: string, { n, kind, data }: FileRecord): string {
  return chainNext(before, JSON.stringify({ n, kind, data }))
}

function parseAs<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  value: unknown,
  line: string,
): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new BadLine('it is not as this version writes it')
  requireSame(parsed.data, line)
  return parsed.data
}

/** A different field order, whitespace or escape counts as a change, too. */
function requireSame(value: unknown, line: string): void {
  if (JSON.stringify(value) !== line) throw new BadLine('it is not written as this version writes it')
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  if (isDeeper(line, DEPTH_MAX)) throw new BadLine('it is nested too deeply')
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new BadLine('it is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadLine('it is no object')
  // checked to be an object above
  return value as Readonly<Record<string, unknown>>
}
