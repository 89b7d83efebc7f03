/** Whether programs may identify themselves by a document on the web (docs/oauth.md#client-id-documents). */
import type { Clock } from '../../../platform/clock.ts'

/** What the operator set: `auto` is on where something can be fetched. */
export type DocumentSetting = 'auto' | 'on' | 'off'

export interface DocumentSupport {
  /** Resolves at once but for the first time, which waits for the probe of the start. */
  isOn(): Promise<boolean>
}

interface Deps {
  readonly setting: DocumentSetting
  /** Whether anything can be fetched now. */
  readonly probe: () => Promise<boolean>
  readonly clock: Clock
}

/** A network that opens or closes is noticed after this time, by the first program that asks then. */
const PROBE_EVERY_MS = 10 * 60 * 1000

export function createDocumentSupport({ setting, probe, clock }: Deps): DocumentSupport {
  if (setting !== 'auto') return { isOn: async () => setting === 'on' }
  let known: Promise<boolean> = probe()
  let probedAt = clock.now()

  const probeAgain = () => {
    probedAt = clock.now()
    const before = known
    void probe().then((isOn) => {
      if (known === before) known = Promise.resolve(isOn)
    })
  }
  return {
    isOn() {
      if (clock.now() - probedAt >= PROBE_EVERY_MS) probeAgain()
      return known
    },
  }
}
