/** The sample authors: they are in demos alone, and registered nowhere (docs/rules/demo.md#cast). */
import type { AuthorType } from '@flockwork/contract/messages'

export interface SampleAuthor {
  /** Belongs to no account. */
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly type: AuthorType
  readonly agentType: string | null
  /** The sample person whose agent it is. */
  readonly owner: string | null
}

/** By what the table calls them. Their handles say what they are, so that nobody is taken for a colleague. */
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

/** Which of the sample authors has the handle. */
export function sampleByHandle(handle: string): SampleAuthor | undefined {
  return Object.values(CAST).find((author) => author.handle === handle)
}

function person(id: string, handle: string, name: string): SampleAuthor {
  return { id, handle, name, type: 'user', agentType: null, owner: null }
}

function agent(id: string, handle: string, name: string, agentType: string): SampleAuthor {
  return { id, handle, name, type: 'agent', agentType, owner: 'maya-demo' }
}
