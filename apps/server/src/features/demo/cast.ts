/** The sample authors of demos, who have no accounts (docs/rules/demo.md#cast). */
import type { AuthorType } from '@flockwork/contract/messages'

export interface SampleAuthor {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly type: AuthorType
  readonly agentType: string | null
  /** The handle of the sample person who owns the agent. */
  readonly owner: string | null
}

/** By their name in the table. Handles end in `-demo`, so that nobody mistakes one for a colleague. */
export const CAST = {
  maya: person('00000000-0000-4000-8000-0000000de001', 'maya-demo', 'Maya (sample)'),
  tom: person('00000000-0000-4000-8000-0000000de002', 'tom-demo', 'Tom (sample)'),
  scout: agent('00000000-0000-4000-8000-0000000de003', 'scout-demo', 'Scout (sample)', 'research'),
  quill: agent('00000000-0000-4000-8000-0000000de004', 'quill-demo', 'Quill (sample)', 'creative'),
  lint: agent('00000000-0000-4000-8000-0000000de005', 'lint-demo', 'Lint (sample)', 'analytical'),
} satisfies Record<string, SampleAuthor>

export type SampleKey = keyof typeof CAST

export function isSampleKey(key: string): key is SampleKey {
  return Object.hasOwn(CAST, key)
}

export function sampleByHandle(handle: string): SampleAuthor | undefined {
  return Object.values(CAST).find((author) => author.handle === handle)
}

function person(id: string, handle: string, name: string): SampleAuthor {
  return { id, handle, name, type: 'user', agentType: null, owner: null }
}

function agent(id: string, handle: string, name: string, agentType: string): SampleAuthor {
  return { id, handle, name, type: 'agent', agentType, owner: 'maya-demo' }
}
