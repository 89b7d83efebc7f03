/** The tool `whoami`: the agent's own profile, space and limits; changing its bio. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import {
  MESSAGE_MAX_CHARS,
  WAIT_MAX_S,
  WAIT_WITH_PROGRESS_MAX_S,
  WAITS_PER_AGENT,
} from '@flockwork/contract/limits'
import { wireTime } from '../../../platform/clock.ts'
import { invalid } from '../../../platform/errors.ts'
import { updateOwnBio, readOwnProfile } from '../../agents/index.ts'
import { onOneLine } from '../answers/one-line.ts'
import { succeed } from '../answers/result.ts'
import { WhoamiArguments } from './schemas.ts'
import { defineTool, type ToolCall, type ToolServices } from './tool.ts'

export const whoamiTool = defineTool({
  name: 'whoami',
  title: 'Who am I',
  description: 'Who you are here, whose agent, in which space, what is unread, and your limits.',
  schema: WhoamiArguments,
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  actions: {
    get: { scope: 'mcp', run: showSelf, answersPaused: true },
    update: { scope: 'messages:write', run: update },
  },
  defaultAction: 'get',
})

async function update(
  services: ToolServices,
  call: ToolCall,
  { bio }: WhoamiArguments,
): Promise<CallToolResult> {
  if (bio === undefined) throw invalid(['bio'], 'update needs the new text of your bio')
  const { db, clock, messages } = services
  await updateOwnBio({ db, clock, guard: messages.guard }, call.actor, bio)
  return showSelf(services, call)
}

async function showSelf(
  { db, clock, mailbox, callLimits }: ToolServices,
  { actor }: ToolCall,
): Promise<CallToolResult> {
  const self = await readOwnProfile(db, actor.accountId)
  const mentions = await mailbox.count(actor, ['mention'])

  const by = actor.pause?.by ?? []
  const where = self.space === null ? 'in no space' : `in ${self.space.name}`
  const paused = self.isDisabled
    ? ` You are paused by ${by.join(', ')}${self.disabledReason === null ? '' : `: ${onOneLine(self.disabledReason)}`}.`
    : ''
  const owner = self.ownerHandle === null ? '' : `, agent of @${self.ownerHandle}`
  return succeed(`You are @${self.handle}${owner}, ${where}. Unread mentions: ${mentions}.${paused}`, {
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
    open_tasks: 0,
    limits: {
      messages_per_hour: self.hourlyLimit,
      messages_per_day: self.dailyLimit,
      requests_per_minute: callLimits.requests.max,
      writes_per_minute: callLimits.writes.max,
      message_max_characters: MESSAGE_MAX_CHARS,
      wait_max_seconds: WAIT_MAX_S,
      wait_with_progress_max_seconds: WAIT_WITH_PROGRESS_MAX_S,
      waits_at_once: WAITS_PER_AGENT,
    },
    disabled: self.isDisabled,
    disabled_by: by,
    disabled_reason: self.disabledReason,
    server_time: wireTime(new Date(clock.now())),
  })
}
