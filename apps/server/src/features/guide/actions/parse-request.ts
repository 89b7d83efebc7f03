/** Parses a request for an action, by rules. Pure. A question of how to do something is not a request. */
import { TASK_TITLE_MAX_CHARS } from '@flockwork/contract/limits'
import { parseMentions } from '@flockwork/contract/text/mentions'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { parseTime } from './parse-time.ts'

export type Action =
  | { readonly kind: 'task'; readonly title: string }
  | { readonly kind: 'reminder'; readonly at: number; readonly text: string }
  | { readonly kind: 'invite' }
  /** A request that can't be offered, and what is missing. */
  | { readonly kind: Kind; readonly missing: Missing }

export type Kind = 'task' | 'reminder' | 'invite'
/** `past` and `far` are about the time. */
export type Missing = 'title' | 'long-title' | 'time' | 'past' | 'far'

/** The rest of a long message is ignored. */
const REQUEST_MAX_CHARS = 500
/** The maximum text of a reminder. */
const REMINDER_MAX_CHARS = 200
const DAY_MS = 24 * 60 * 60 * 1000
const REMINDER_WITHIN_MS = 366 * DAY_MS

const POLITE =
  /^(?:(?:hi|hey|hello|ok|okay|please|pls|plz|can you|can u|could you|could u|would you|will you|kindly|just|now|i want you to|id like you to)\b[\s,.!:-]*)*/i
/** The start of a request for a task; the title follows. */
const TASK =
  /^(?:make|create|add|file|new)\b(?: me| us)?(?: a| an| the| one)?(?: new)? (?:task|to-?do|todo item|ticket)\b/i
const BEFORE_TITLE = /^(?:to|for|that|called|named|titled)\b/i
const REMINDER = /^(?:set (?:me )?(?:a|another) reminder|remind (?:me|us)|reminder)\b/i
const SIGNS = /^[\s:,–-]+/
const INVITE =
  /^(?:(?:make|create|give|get|send|generate|i need|i want|need|new)\b(?: me| us)?(?: a| an| the| one| another)?(?: new)? )?invit(?:e|ation)(?: link| code|link)?(?: for (?:this|the) space| to (?:this|the) space)?$/
const PLEASE = / (?:please|pls|plz)$/
const IS_ORDERED =
  /^(?:make|create|give|get|send|generate|i need|i want|need|new)\b|\b(?:link|code|please|pls|plz)\b/i

const YES =
  /^(?:yes|y|yep|yeah|yup|sure|ok|okay|do it|do so|go ahead|go|confirm|confirmed|yes please|please do|yes do it)$/
const NO = /^(?:no|n|nope|nah|cancel|stop|dont|no thanks|never mind|nevermind|forget it)$/
const CONFIRMATION_MAX_CHARS = 40

/** @param now when the message was posted: the base of `in 20 minutes` */
export function parseRequest(content: string, now: number): Action | undefined {
  const request = requestOf(content).replace(POLITE, '')
  const title = restAfter(TASK, request)
  if (title !== undefined) return taskOf(title.replace(BEFORE_TITLE, ''))
  const reminder = restAfter(REMINDER, request)
  if (reminder !== undefined) return reminderOf(reminder, now)
  return isForInvite(request) ? { kind: 'invite' } : undefined
}

/** The text after this start, without leading punctuation; undefined if it doesn't match. */
function restAfter(beginning: RegExp, request: string): string | undefined {
  const [begins] = beginning.exec(request) ?? []
  return begins === undefined ? undefined : request.slice(begins.length).replace(SIGNS, '')
}

function isForInvite(request: string): boolean {
  const plain = request
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim()
  return INVITE.test(plain.replace(PLEASE, '')) && IS_ORDERED.test(plain)
}

function taskOf(text: string): Action {
  const title = text.trim()
  if (!/[\p{L}\p{N}]/u.test(title)) return { kind: 'task', missing: 'title' }
  if ([...title].length > TASK_TITLE_MAX_CHARS) return { kind: 'task', missing: 'long-title' }
  return { kind: 'task', title }
}

function reminderOf(text: string, now: number): Action {
  const found = parseTime(text, now)
  if (found === undefined) return { kind: 'reminder', missing: 'time' }
  if (found.at <= now) return { kind: 'reminder', missing: 'past' }
  if (found.at - now > REMINDER_WITHIN_MS) return { kind: 'reminder', missing: 'far' }
  const what = found.rest.replace(/^(?:to|about|that|of|:|-)\s+/i, '').trim()
  return { kind: 'reminder', at: found.at, text: [...what].slice(0, REMINDER_MAX_CHARS).join('') }
}

/** Whether the message is a plain yes or no, and nothing else. */
export function parseConfirmation(content: string): 'yes' | 'no' | undefined {
  if (content.length > CONFIRMATION_MAX_CHARS) return undefined
  const plain = requestOf(content)
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim()
  if (YES.test(plain)) return 'yes'
  return NO.test(plain) ? 'no' : undefined
}

/** The message without the guide's name, on one line: other names are part of the request. */
function requestOf(content: string): string {
  let text = ''
  let from = 0
  const head = content.slice(0, REQUEST_MAX_CHARS)
  for (const { start, end, handle } of parseMentions(head)) {
    if (handle !== GUIDE_HANDLE) continue
    text += `${head.slice(from, start)} `
    from = end
  }
  return (text + head.slice(from)).replaceAll(/\s+/g, ' ').trim()
}
