/** Makes a model's answer a valid message (docs/rules/messages.md#text). */
import { MESSAGE_MAX_CHARS } from '@flockwork/contract/limits'
import { codePoints, messageProblem, normaliseMessage } from '@flockwork/contract/text/message-text'
import { ModelFailure } from '../gateway/index.ts'

const CUT = ' … (cut)'

/** Removes what can't be stored, and truncates the text. @throws ModelFailure if nothing remains. */
export function storable(text: string): string {
  const clean = normaliseMessage(text.replaceAll('\0', '').toWellFormed())
  const fitting = codePoints(clean) <= MESSAGE_MAX_CHARS ? clean : cut(clean)
  if (messageProblem(fitting) !== null) throw new ModelFailure('nonsense')
  return fitting
}

function cut(text: string): string {
  // a code point has at most two UTF-16 units
  const points = Array.from(text.slice(0, 2 * MESSAGE_MAX_CHARS))
  return points.slice(0, MESSAGE_MAX_CHARS - CUT.length).join('') + CUT
}
