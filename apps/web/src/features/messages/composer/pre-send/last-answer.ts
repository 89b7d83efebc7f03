/**
 * A person's last answer to the question before sending, per space. It is valid for a day, so the question comes at most
 * once a day in each space (docs/rules/messages.md#before-sending).
 */
import type { AppServices } from '../../../../api/services.ts'

/** Sent to Chirpy, sent as it was, or taken back to the field; then what is typed goes as it is. */
export type Choice = 'guide' | 'plain' | 'edit'

export interface LastAnswer {
  readonly choice: Choice
  readonly at: number
}

export const VALID_FOR_MS = 24 * 60 * 60 * 1000

const CHOICES: readonly string[] = ['guide', 'plain', 'edit'] satisfies Choice[]
const keyOf = ({ keys }: AppServices, userId: string, spaceId: string) =>
  keys.in('last_answer', userId, spaceId)

export function readLastAnswer(services: AppServices, userId: string, spaceId: string): LastAnswer | null {
  return parseAnswer(services.storage.get(keyOf(services, userId, spaceId)))
}

export function saveLastAnswer(services: AppServices, userId: string, spaceId: string, choice: Choice): void {
  services.storage.set(keyOf(services, userId, spaceId), `${choice} ${services.timers.now()}`)
}

/** Discards the answers given in all spaces, so that the question comes again. */
export function dropLastAnswers({ keys, storage }: AppServices, userId: string): void {
  for (const key of storage.keys(keys.in('last_answer', userId, ''))) storage.remove(key)
}

/** From what is stored, which anybody may have written. */
export function parseAnswer(stored: string | null): LastAnswer | null {
  const [choice = '', at = ''] = stored?.split(' ') ?? []
  return isChoice(choice) && /^\d{1,15}$/.test(at) ? { choice, at: Number(at) } : null
}

/** Whether an answer is still valid; setting the clock back doesn't extend it. */
export function isStillValid({ at }: LastAnswer, now: number): boolean {
  return at <= now && now - at < VALID_FOR_MS
}

function isChoice(text: string): text is Choice {
  return CHOICES.includes(text)
}
