/** The draft of a space's settings, which others may change at the same time. */
import { MAX_CHAIN_LIMIT, MAX_HOPS_LIMIT } from '@flockwork/contract/limits'
import type { SpaceBounds } from '@flockwork/contract/loops'
import type { SpaceChange } from '@flockwork/contract/policy/spaces'
import type { Space, Visibility } from '@flockwork/contract/spaces'
import { asRecord } from '../../api/api-error.ts'

export interface SpaceSettings {
  name: string
  description: string
  visibility: Visibility
  /** As typed; empty: the instance's default (docs/rules/loops.md#bounds). */
  max_hops: string
  max_chain: string
}

export function settingsOf(
  { name, description, visibility }: Space,
  bounds: Pick<SpaceBounds, 'own'> | undefined,
): SpaceSettings {
  const { max_hops = null, max_chain = null } = bounds?.own ?? {}
  return {
    name,
    description: description ?? '',
    visibility,
    max_hops: max_hops === null ? '' : String(max_hops),
    max_chain: max_chain === null ? '' : String(max_chain),
  }
}

type Name = keyof SpaceSettings
const NAMES: readonly Name[] = ['name', 'description', 'visibility', 'max_hops', 'max_chain']
const VISIBILITIES: readonly Visibility[] = ['private', 'invite_only', 'public']
export const BOUNDS_LIMIT = { max_hops: MAX_HOPS_LIMIT, max_chain: MAX_CHAIN_LIMIT } as const

/** The fields changed here, compared with their base values. */
export function changedFrom(base: SpaceSettings, typed: SpaceSettings): Partial<SpaceSettings> {
  return Object.fromEntries(
    NAMES.filter((name) => plain(typed[name]) !== plain(base[name])).map((name) => [
      name,
      plain(typed[name]),
    ]),
  )
}

/** The unsaved values, and the base value of each field. */
export interface UnsavedSettings {
  readonly from: Partial<SpaceSettings>
  readonly to: Partial<SpaceSettings>
}

/** The unsaved changes of a form; null for none. */
export function unsavedOf(base: SpaceSettings, typed: SpaceSettings): UnsavedSettings | null {
  const names = NAMES.filter((name) => name in changedFrom(base, typed))
  return names.length === 0 ? null : { from: pick(base, names), to: pick(typed, names) }
}

/** The restored state of a form: its base values, and its displayed values. */
export function resumed(
  now: SpaceSettings,
  { from, to }: UnsavedSettings,
): { base: SpaceSettings; typed: SpaceSettings } {
  return { base: { ...now, ...from }, typed: { ...now, ...to } }
}

/** Parses what an older page may have stored; a field of the wrong type counts as absent. */
export function parseUnsaved(stored: string): UnsavedSettings {
  const { from, to } = asRecord(json(stored)) ?? {}
  return { from: parseSettings(from), to: parseSettings(to) }
}

function parseSettings(stored: unknown): Partial<SpaceSettings> {
  const known = asRecord(stored) ?? {}
  const isRead = (name: Name) =>
    name === 'visibility' ? VISIBILITIES.some((one) => one === known[name]) : typeof known[name] === 'string'
  return pick(known, NAMES.filter(isRead))
}

/** As the server takes it: an empty bound is the instance's default. */
export function bodyOf({ max_hops, max_chain, ...change }: Partial<SpaceSettings>): SpaceChange {
  return {
    ...change,
    ...(max_hops !== undefined && { max_hops: numberOf(max_hops) }),
    ...(max_chain !== undefined && { max_chain: numberOf(max_chain) }),
  }
}

/** Whether it is valid: empty, or an integer in its range. */
export function isBound(typed: string, most: number): boolean {
  const text = plain(typed)
  return text === '' || (/^\d{1,6}$/.test(text) && Number(text) <= most)
}

function pick(settings: Partial<SpaceSettings>, names: readonly Name[]): Partial<SpaceSettings> {
  return Object.fromEntries(names.filter((name) => name in settings).map((name) => [name, settings[name]]))
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function numberOf(typed: string): number | null {
  return typed === '' ? null : Number(typed)
}

function plain(value: string): string {
  return value.trim()
}
