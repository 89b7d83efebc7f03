/** This node's cache of the guardrail settings (docs/rules/guardrails.md#modes). */
import { performance } from 'node:perf_hooks'
import { patternRuleId } from '@flockwork/contract/guardrails'
import type { Bus } from '../../../platform/bus.ts'
import type { Db } from '../../../platform/database.ts'
import { compilePattern, isCompiled, type CompiledPattern } from '../patterns/re2.ts'
import type { GuardSettings, PatternRule } from '../settings.ts'
import * as repository from './repository.ts'

/** The maximum age of the cache, because a change message may be lost with a connection. */
const FRESH_MS = 4000

export interface LiveSettings {
  /** At most a few seconds old. Rejects if they can't be read: then it is unknown what may be stored. */
  current(): GuardSettings | Promise<GuardSettings>
  stop(): void
}

interface Deps {
  readonly bus: Pick<Bus, 'subscribe'>
  readonly load: () => Promise<GuardSettings>
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

export function createLiveSettings({ bus, load, now = () => performance.now() }: Deps): LiveSettings {
  let known: { readonly settings: GuardSettings; readonly readAt: number } | undefined
  let reading: Promise<GuardSettings> | undefined
  let generation = 0

  const stop = bus.subscribe(['guardrails_changed', 'reconnected'], () => {
    generation += 1
    known = undefined
    reading = undefined
  })

  const read = async (): Promise<GuardSettings> => {
    const started = generation
    const readAt = now()
    const settings = await load()
    // a read that started before a change must not be used after it
    if (started !== generation) return live.current()
    known = { settings, readAt }
    return settings
  }

  const live: LiveSettings = {
    current() {
      if (known !== undefined && now() - known.readAt < FRESH_MS) return known.settings
      if (reading !== undefined) return reading
      const mine = read().finally(() => {
        if (reading === mine) reading = undefined
      })
      reading = mine
      return mine
    },
    stop,
  }
  return live
}

/** Reads the stored settings. Already compiled patterns are reused. */
export function createSettingsLoader(
  db: Db,
  onError: (error: unknown) => void,
): () => Promise<GuardSettings> {
  let compiled = new Map<string, CompiledPattern>()
  return async () => {
    const [modes, stored] = await Promise.all([repository.listModes(db), repository.listPatterns(db)])
    const next = new Map<string, CompiledPattern>()
    const patterns = stored.flatMap(({ id, name, pattern, mode, severity }): PatternRule[] => {
      const result = compiled.get(pattern) ?? compilePattern(pattern)
      if (!isCompiled(result)) {
        // another version of the library accepted it
        onError(new Error(`The guardrails' pattern ${id} can't be used: ${result.message}`))
        return []
      }
      next.set(pattern, result)
      const modes = { person: mode, agent: mode }
      return [{ id: patternRuleId(id), words: quoted(name), severity, modes, find: result.find }]
    })
    compiled = next
    return { modes: new Map(modes.map(({ rule, modes }) => [rule, modes])), patterns }
  }
}

const quoted = (name: string): string => `“${name}”`
