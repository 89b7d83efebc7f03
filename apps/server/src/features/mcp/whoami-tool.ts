/** The tool `whoami`. */
import {
  CALLER_REQUESTS_PER_MINUTE,
  CALLER_WRITES_PER_MINUTE,
  MESSAGE_MAX_CHARS,
  WAIT_MAX_S,
  WAIT_WITH_PROGRESS_MAX_S,
  WAITS_PER_AGENT,
} from '@flockwork/contract/limits'
import { wireTime } from '../../platform/clock.ts'
import { readSelf } from '../agents/index.ts'
import { WhoamiArguments, readArguments } from './arguments.ts'
import { succeed } from './result.ts'
import type { Tool } from './tool.ts'

export const whoamiTool: Tool = async ({ db, clock, mailbox, admit }, call, given) => {
  const { accountId } = call.actor
  admit(call.actor, false)
  readArguments(WhoamiArguments, given)
  const self = await readSelf(db, accountId)
  const mentions = await mailbox.count(call.actor, ['mention'])

  const where = self.space === null ? 'in no space' : `in ${self.space.name}`
  const paused = self.isDisabled
    ? ` You are paused${self.disabledReason === null ? '' : `: ${self.disabledReason}`}.`
    : ''
  const owner = self.ownerHandle === null ? '' : `, agent of @${self.ownerHandle}`
  return succeed(`You are @${self.handle}${owner}, ${where}. Unread mentions: ${mentions}.${paused}`, {
    agent: {
      id: accountId,
      handle: self.handle,
      display_name: self.displayName,
      type: self.agentType,
      bio: self.bio,
    },
    owner: self.ownerHandle,
    space: self.space,
    scopes: call.actor.scopes,
    unread_mentions: mentions,
    open_tasks: 0,
    limits: {
      messages_per_hour: self.hourlyLimit,
      messages_per_day: self.dailyLimit,
      requests_per_minute: CALLER_REQUESTS_PER_MINUTE,
      writes_per_minute: CALLER_WRITES_PER_MINUTE,
      message_max_characters: MESSAGE_MAX_CHARS,
      wait_max_seconds: WAIT_MAX_S,
      wait_with_progress_max_seconds: WAIT_WITH_PROGRESS_MAX_S,
      waits_at_once: WAITS_PER_AGENT,
    },
    disabled: self.isDisabled,
    server_time: wireTime(new Date(clock.now())),
  })
}
