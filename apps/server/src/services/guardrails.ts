/** The guardrails: the checks of what is written, as administrators configured them. */
import {
  createGuard,
  createInspect,
  createLiveSettings,
  createSettingsLoader,
  recordViolation,
} from '../features/guardrails/index.ts'
import type { BaseServices } from './base.ts'

/** A separate pool: a call may wait for these inside its transaction, so sharing its pool could deadlock. */
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
