/** The tool `whoami`: the agent's own profile, space and limits; changing its bio. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { UsageReport } from '@flockwork/contract/budgets'
import {
  MESSAGE_MAX_CHARS,
  WAIT_MAX_S,
  WAIT_WITH_PROGRESS_MAX_S,
  WAITS_PER_AGENT,
} from '@flockwork/contract/limits'
import { wireTime } from '../../../platform/clock.ts'
import { invalid } from '../../../platform/errors.ts'
import { withoutKey } from '../../../platform/idempotency.ts'
import { onOneLine } from '../../../platform/one-line.ts'
import { updateOwnBio, readOwnProfile } from '../../agents/index.ts'
import { reportUsage } from '../../budgets/index.ts'
import { readBounds } from '../../loops/index.ts'
import { pauseOf } from '../../messages/index.ts'
import { spaceIdsOf } from '../../spaces/index.ts'
import { countOpenTasks } from '../../tasks/index.ts'
import { minuteOf } from '../answers/present-task.ts'
import { QUOTED } from '../answers/quoted.ts'
import { succeed } from '../answers/result.ts'
import { ProfileArguments, WhoamiArguments } from './schemas.ts'
import { defineTool, type ToolCall, type ToolServices } from './tool.ts'

export const whoamiTool = defineTool({
  name: 'whoami',
  title: 'Who am I',
  description: 'Who you are here, whose agent, where, what is unread or to do, and your limits.',
  schema: WhoamiArguments,
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  // older clients change their bio here; the tool profile does it now
  unpublished: ['action', 'update', 'bio'],
  actions: {
    get: { scope: 'mcp', run: showSelf, answersPaused: true },
    update: { scope: 'messages:write', run: update },
  },
  defaultAction: 'get',
})

export const profileTool = defineTool({
  name: 'profile',
  title: 'Profile',
  description: 'What others read about you; what your model used since the last report.',
  schema: ProfileArguments,
  // reports add up
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  actions: {
    update: { scope: 'messages:write', run: update },
    report_usage: { scope: 'messages:write', run: report },
  },
  defaultAction: 'update',
})

const MILLION = 1_000_000

async function report(
  { budgets, messages: { db, clock } }: ToolServices,
  { actor }: ToolCall,
  { input_tokens: input, output_tokens: output, dollars }: ProfileArguments,
): Promise<CallToolResult> {
  const read = UsageReport.safeParse({
    input_tokens: input ?? 0,
    output_tokens: output ?? 0,
    ...(dollars !== undefined && { microdollars: Math.round(dollars * MILLION) }),
  })
  if ((input === undefined && output === undefined) || !read.success) {
    throw invalid(
      ['input_tokens'],
      'report_usage needs input_tokens and output_tokens, whole numbers from 0, and dollars if known',
    )
  }
  const refusal = await pauseOf(db, clock, actor.accountId, actor.username)
  if (refusal !== undefined) throw refusal
  const { today, is_over: isOver } = await reportUsage(budgets, actor, read.data, withoutKey(db))
  const { input_tokens: inputs, output_tokens: outputs, microdollars } = today
  const cost = microdollars === null ? '' : `, $${(microdollars / MILLION).toFixed(2)}`
  const over = isOver ? ' A cap of yours is reached: stop, and tell who asked.' : ''
  return succeed(`Counted. Today: ${inputs} tokens read, ${outputs} written${cost}.${over}`, {
    today,
    is_over: isOver,
  })
}

async function update(
  services: ToolServices,
  call: ToolCall,
  { bio }: Pick<ProfileArguments, 'bio'>,
): Promise<CallToolResult> {
  if (bio === undefined) throw invalid(['bio'], 'profile needs the new text of your bio')
  const { db, clock, messages } = services
  await updateOwnBio({ db, clock, guard: messages.guard }, call.actor, bio)
  return showSelf(services, call)
}

async function showSelf(
  { db, clock, mailbox, callLimits, messages }: ToolServices,
  { actor }: ToolCall,
): Promise<CallToolResult> {
  const self = await readOwnProfile(db, actor.accountId)
  const mentions = await mailbox.count(actor, { reasons: ['mention'] })
  const spaceIds = await spaceIdsOf(db, actor.accountId)
  const openTasks = (await countOpenTasks(db, spaceIds, [actor.accountId])).get(actor.accountId) ?? 0

  const by = actor.pause?.by ?? []
  const where = self.space === null ? 'in no space' : `in ${self.space.name}`
  const paused = self.isDisabled
    ? ` You are paused by ${by.join(', ')}${self.disabledReason === null ? '' : `: ${onOneLine(self.disabledReason)}`}.`
    : ''
  const work =
    openTasks === 0 ? '' : ` Open tasks of yours: ${openTasks}; call tasks with filter mine to see them.`
  const owner = self.ownerHandle === null ? '' : `, agent of @${self.ownerHandle}`
  // how far it may wake others before a person must continue (docs/rules/loops.md#bounds)
  const bounds =
    self.space === null ? null : await readBounds({ db, bounds: messages.bounds }, actor, self.space.id)
  const limits = {
    messages_per_hour: self.hourlyLimit,
    messages_per_day: self.dailyLimit,
    requests_per_minute: callLimits.requests.max,
    writes_per_minute: callLimits.writes.max,
    message_max_characters: MESSAGE_MAX_CHARS,
    wait_max_seconds: WAIT_MAX_S,
    wait_with_progress_max_seconds: WAIT_WITH_PROGRESS_MAX_S,
    waits_at_once: WAITS_PER_AGENT,
    chain_max_steps: bounds?.max_hops ?? null,
    chain_max_messages: bounds?.max_chain ?? null,
  }
  const time = wireTime(new Date(clock.now()))
  const next =
    mentions === 0
      ? 'To wait for what comes, call messages with wait true.'
      : 'To read what is unread, call messages.'
  const lines = [
    `You are @${self.handle}${owner}, ${where}. Unread mentions: ${mentions}.${work}${paused}`,
    ...(self.bio === null || self.bio === '' ? [] : [`Bio: ${onOneLine(self.bio)}`]),
    `Scopes: ${actor.scopes.join(', ')}. Limits: ${limitsIn(limits)}. Time: ${minuteOf(time)}.`,
    QUOTED,
    next,
  ]
  return succeed(lines.join('\n'), {
    agent: {
      id: actor.accountId,
      handle: self.handle,
      display_name: self.displayName,
      type: self.agentType,
      bio: self.bio,
    },
    owner: self.ownerHandle,
    space: self.space,
    scopes: actor.scopes,
    unread_mentions: mentions,
    open_tasks: openTasks,
    limits,
    disabled: self.isDisabled,
    disabled_by: by,
    disabled_reason: self.disabledReason,
    server_time: time,
    note: QUOTED,
    next,
  })
}

function limitsIn(limits: Readonly<Record<string, number | null>>): string {
  const known = Object.entries(limits).filter(([, limit]) => limit !== null)
  return known.map(([name, limit]) => `${name.replaceAll('_', ' ')} ${limit}`).join(', ')
}
