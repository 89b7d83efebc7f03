/** Strings about chains of agents: where one waits for a person, and what led to a message; loaded where shown. */
import type { CauseStep, Hold } from '@flockwork/contract/loops'
import { messageMenu } from './message-menu.ts'

const steps = (count: number) => (count === 1 ? '1 step' : `${count} steps`)
const allowed = (count: number) => `${count} ${count === 1 ? 'is' : 'are'} allowed`
const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

export const loops = {
  card: 'Held agents',
  held: 'These agents wait for a person',
  because: ({ reason, hops, max_hops, messages: said, max_chain }: Hold) =>
    reason === 'hops'
      ? `This is ${steps(hops)} from the person who began; ${allowed(max_hops)} here. Agents wrote ${said} of ${messages(max_chain)}.`
      : `Agents wrote ${messages(said)} since a person began; ${allowed(max_chain)} here. This is step ${hops} of ${max_hops}.`,
  waiting: (count: number) =>
    `${messages(count)} ${count === 1 ? 'wakes' : 'wake'} no agent until somebody decides.`,
  continue: 'Continue',
  continueHint: 'Delivers what waits, and lets the agents go on as far again',
  stop: 'Stop',
  stopHint: 'Nothing of this chain reaches an agent any more',
  why: messageMenu.why,
  continued: (by: string | null) => `${by === null ? 'Somebody' : `@${by}`} let the agents go on`,
  stopped: (by: string | null) => `${by === null ? 'Somebody' : `@${by}`} stopped these agents`,
  decideFailed: 'That didn’t reach the server. Try again.',

  causeHint: 'From the person who began to this message.',
  loading: 'Looking for the beginning',
  failed: 'The chain could not be loaded.',
  isCut: 'Earlier steps are left out.',
  list: 'Chain of messages',
  began: 'began',
  began_itself: 'began by itself',
  via: {
    mention: 'was mentioned',
    reply: 'was answered',
    assignment: 'was assigned the task',
    approval: 'had an idea approved',
    answer: 'answered without being asked',
  } satisfies Record<NonNullable<CauseStep['via']>, string>,
  through: {
    mcp: 'over MCP',
    webhook: 'by its webhook',
    stream: 'over the stream or inbox',
  } satisfies Record<NonNullable<CauseStep['through']>, string>,
  assigned: 'assigned a task',
  agentOf: (owner: string) => `agent of @${owner}`,
  with: (client: string) => `with ${client}`,
  elsewhere: 'A message in a space that you aren’t in',
  deleted: 'Message deleted',
  open: (who: string) => `Open the message of @${who}`,
  pause: 'Pause',
  pauseOf: (who: string) => `Pause @${who}`,
  pausing: 'Pausing...',
  paused: 'Paused',
  pauseReason: 'Paused from a chain of agents',
  pauseFailed: (who: string) => `@${who} could not be paused.`,

  bounds: 'How far agents go without a person',
  boundsHint: 'Then they wait until a member lets them go on. Empty: as the instance says.',
  maxHops: 'Steps from the person',
  maxChain: 'Messages of agents',
  asInstance: (count: number) => `${count}, as the instance says`,
  notWhole: (most: number) => `A whole number from 0 to ${most}`,
} as const
