/**
 * The hashes of the audit log (ADR-0024): each entry's chained hash, and the commitments to erasable values. The
 * database computes the same when an entry is written (migrations/0018_audit_chain.sql).
 */
import { hash } from 'node:crypto'

export const ERASABLE = ['name', 'before', 'after', 'ip'] as const
export type Erasable = (typeof ERASABLE)[number]

/** An erasable value, with the salt of its hash. */
export interface Salted {
  readonly salt: string
  readonly value: unknown
}

/** A stored entry. */
export interface ChainedEntry {
  readonly number: number
  readonly id: string
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string
  readonly actor_id: string | null
  readonly action: string
  readonly target_type: string
  readonly target_id: string
  readonly space_id: string | null
  /** Null: absent or erased. */
  readonly values: Readonly<Record<Erasable, Salted | null>>
  /** SHA-256 in hex; null: absent. */
  readonly hashes: Readonly<Record<Erasable, string | null>>
  readonly hash: string
}

/** The hash before the first entry. */
export const CHAIN_START = hash('sha256', 'flockwork-audit 1')

/** The hash that `entry` must have after an entry with the hash `before`. */
export function hashAfter(before: string, entry: Omit<ChainedEntry, 'hash' | 'values'>): string {
  const { number, id, at, actor_id, action, target_type, target_id, space_id, hashes } = entry
  const content = [
    number,
    id,
    at,
    actor_id,
    action,
    target_type,
    target_id,
    space_id,
    ...ERASABLE.map((field) => hashes[field]),
  ]
  return hash('sha256', `${before}\n${JSON.stringify(content)}`)
}

export function commitmentOf({ salt, value }: Salted): string {
  return hash('sha256', `${salt}\n${canonical(value)}`)
}

/** Canonical JSON: RFC 8785 (sorted members, no whitespace), except that numbers have no exponent. */
export function canonical(value: unknown): string {
  if (typeof value === 'number') return decimal(value)
  if (Array.isArray(value)) return `[${value.map((element) => canonical(element)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** A number as PostgreSQL prints it. */
function decimal(value: number): string {
  const text = JSON.stringify(value)
  const [mantissa = '', exponent] = text.split('e')
  if (exponent === undefined) return text
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const places = Number(exponent)
  if (places > 0) return `${sign}${whole}${fraction.padEnd(places, '0')}`
  return `${sign}0.${'0'.repeat(-places - whole.length)}${whole}${fraction}`
}
