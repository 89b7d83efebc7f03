/** The guide's texts about actions that it offers, did, or can't do. */
import { INVITE_DEFAULT_HOURS } from '@flockwork/contract/limits'
import { paragraphs, quoted } from '../wording.ts'
import type { Action, Missing } from './parse-request.ts'
import { formatTime } from './parse-time.ts'

type Offered = Exclude<Action, { missing: Missing }>

const MINUTES = 15
const HOURS_A_DAY = 24
const HOW_TO = 'How this goes: [What Chirpy does for you](/help/what-chirpy-does).'
const SAY_YES = `Answer **yes** in this thread within ${MINUTES} minutes, or **no**.`

export function offerReply(action: Offered): string {
  return paragraphs(offerOf(action), SAY_YES)
}

function offerOf(action: Offered): string {
  switch (action.kind) {
    case 'task':
      return `Shall I make this task: ${quoted(action.title)}?`
    case 'reminder':
      return `Shall I remind you on ${formatTime(action.at)}${ofWhat(action.text)}? I know no time zone of yours, so this is UTC.`
    case 'invite':
      return `Shall I make an invite link? It is valid for ${INVITE_DEFAULT_HOURS / HOURS_A_DAY} days, and everyone in this space will see it here.`
  }
}

function ofWhat(text: string): string {
  return text === '' ? '' : ` of ${quoted(text)}`
}

const MISSING_REPLIES: Record<Missing, string> = {
  title: 'Tell me what is to be done, such as: `make a task: write the release notes`.',
  'long-title': 'That is too long for the title of a task. Say it in fewer words.',
  time: 'Tell me when, such as: `remind me tomorrow at 9 to call the bank`, or `in 20 minutes`.',
  past: 'That time is past, so I can not remind you then. Tell me a time that is to come, in UTC.',
  far: 'That is more than a year away. Tell me a time within a year.',
}

export function missingReply(missing: Missing): string {
  return paragraphs(MISSING_REPLIES[missing], HOW_TO)
}

export const replies = {
  peopleOnly: paragraphs('I do that for people alone, and only when they ask themselves.', HOW_TO),
  onlyInMessages: paragraphs(
    'Ask me that in a message, with `@chirpy`: I do it once you said yes there.',
    HOW_TO,
  ),
  nothingOpen: paragraphs('Nothing of yours waits for a yes or a no in this thread.', HOW_TO),
  tooLate: 'That was more than 15 minutes ago. Ask me again, and I offer it again.',
  dropped: 'Then I leave it.',
  changed: 'What you asked for has changed since, so I leave it. Ask me again.',
  tooMany: (max: number) =>
    `You have ${max} reminders waiting, which is all that I keep. Some have to pass first.`,
  refused: (why: string) => `I may not do that for you: ${why}.`,
  taskMade: (displayId: string, id: string, title: string) =>
    `Made [${displayId}](/tasks?task=${id}) ${quoted(title)}. You are its author.`,
  reminderMade: (at: number) => `I will mention you here on ${formatTime(at)}.`,
  inviteMade: (url: string) =>
    `The link: ${url} It is valid for 7 days; admins end it in the space's menu, Invites.`,
  inviteLost: 'I was interrupted, and its link can not be shown again. Ask me for another one.',
} as const

/** @param handle the reminded person, the only one mentioned */
export function reminderText(handle: string, text: string): string {
  return `@${handle}, you asked me to remind you${ofWhat(text)}.`
}
