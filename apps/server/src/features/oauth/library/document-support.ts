/** Whether client-id documents are supported (docs/oauth.md#client-id-documents). */
import type { Clock } from '../../../platform/clock.ts'

/** The operator's setting; `auto`: on if the server can fetch documents. */
export type DocumentSetting = 'auto' | 'on' | 'off'

export interface DocumentSupport {
  /** Resolves at once, except the first time, which waits for the probe at the start. */
  isOn(): Promise<boolean>
}

interface Deps {
  readonly setting: DocumentSetting
  /** Whether anything can be fetched now. */
  readonly probe: () => Promise<boolean>
  readonly clock: Clock
}

/** After this time the next call triggers a new probe. */
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
