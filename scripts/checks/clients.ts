import type { Step } from './step.ts'
import { vitestStep } from './vitest.ts'

/** The agent programs of tests/clients, which come from the registry; so it isn't part of `npm test`. */
export const CLIENTS_STEP: Step = vitestStep('agent programs', 'clients', {
  config: 'tests/clients/vitest.config.ts',
  retries: 1,
})
