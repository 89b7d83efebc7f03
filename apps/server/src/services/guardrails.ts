/** The guardrails: the check of what is written, with what administrators set. */
import {
  createGuard,
  createInspect,
  createLiveSettings,
  createSettingsLoader,
  recordViolation,
} from '../features/guardrails/index.ts'
import type { BaseServices } from './base.ts'

/** A call in a transaction may wait for these, so they must not be among those that calls wait for. */
const CONNECTIONS = 2
const LIMITS = { statementMs: 5000, lockMs: 3000 }

export function buildGuardrails({ database, clock, bus, onError }: BaseServices) {
  const db = database.apart('guardrails', CONNECTIONS, LIMITS)
  const inspect = createInspect()
  const settings = createLiveSettings({ bus, load: createSettingsLoader(db, onError) })
  const guard = createGuard({
    inspect,
    settings: settings.current,
    report: (violation) => recordViolation({ db, clock }, violation),
    onError,
  })
  return { guard, inspect, settings }
}
