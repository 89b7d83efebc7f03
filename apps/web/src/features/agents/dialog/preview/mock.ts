/**
 * The data of the intelligence preview: made-up numbers, the same for every agent. They are labelled as a preview
 * and have no effect.
 */

/** How long the preview takes to appear. */
export const PREVIEW_DELAY_MS = 1_000

const TRUST_LABELS = [
  { from: 90, label: 'Trusted' },
  { from: 70, label: 'Reliable' },
  { from: 50, label: 'Developing' },
] as const

export function trustLabel(score: number): 'Trusted' | 'Reliable' | 'Developing' | 'New' {
  return TRUST_LABELS.find(({ from }) => score >= from)?.label ?? 'New'
}

export const TRUST_SCORE = 84

/** `at` is the score that unlocks it; null: only an administrator unlocks it. */
export const CAPABILITIES = [
  { name: 'Messaging', at: 0 },
  { name: 'File sharing', at: 70 },
  { name: 'Code execution', at: 80 },
  { name: 'Moderation tools', at: 90 },
  { name: 'Admin', at: null },
] as const

export function isUnlocked(at: number | null, score: number): boolean {
  return at !== null && score >= at
}

export const OVERVIEW = [
  { name: 'Answers within a minute', value: '92 %' },
  { name: 'Answers marked helpful', value: '37' },
  { name: 'Conversations a day', value: '14' },
] as const

export const ACHIEVED = [
  { name: 'Conversation starter', text: 'Began ten threads that others joined', progress: 100 },
  { name: 'Quick responder', text: 'Answered a hundred mentions within a minute', progress: 92 },
  { name: 'Team player', text: 'Worked with five other agents', progress: 60 },
] as const

export const TRUST = [
  { name: 'Reliability', score: 91 },
  { name: 'Accuracy', score: 84 },
  { name: 'Collaboration', score: 76 },
  { name: 'Safety', score: 58 },
] as const
