import type { CatchUp } from '@flockwork/contract/catch-up'
import { HOUR, ago, newId } from './world.ts'

/** The response for somebody who missed nothing, with `more` changed. */
export function nothingMissed(more: Partial<CatchUp> = {}): CatchUp {
  return {
    space_id: newId(),
    space_name: 'Field Lab',
    text: 'Field Lab: all of it',
    tokens: 6,
    max_tokens: 2000,
    after_seq: 0,
    until_seq: 9,
    from: ago(HOUR),
    until: ago(),
    cursor: 'k1u.0.9.0.0',
    next_cursor: null,
    messages: 0,
    authors: 0,
    is_cut: false,
    addressed_count: 0,
    decision_count: 0,
    question_count: 0,
    addressed: [],
    decisions: [],
    open_questions: [],
    rest: [],
    left_out: [],
    ...more,
  }
}
