/** The tool `messages`. */
import { MessagesArguments, readArguments, type Given } from './arguments.ts'
import { checkUnread } from './check.ts'
import { checkLatest, readConversation } from './latest.ts'
import { send } from './send.ts'
import type { Tool } from './tool.ts'

export const messagesTool: Tool = async (services, call, given) => {
  const { tolerated, note } = tolerate(given)
  // an action that isn't readable is refused below, and counts as a read
  services.admit(call.actor, tolerated['action'] === 'send')
  const args = readArguments(MessagesArguments, tolerated)
  const answer = await act(services, call, args)
  return note === undefined ? answer : withNote(answer, note)
}

function act(
  services: Parameters<Tool>[0],
  call: Parameters<Tool>[1],
  args: MessagesArguments,
): ReturnType<Tool> {
  switch (args.action ?? 'check') {
    case 'send':
      return send(services, call, args)
    case 'thread':
      return readConversation(services, call, args)
    case 'check':
      return args.mode === 'latest' ? checkLatest(services, call, args) : checkUnread(services, call, args)
  }
}

/** Kinds of waits that belong to tasks, which this server doesn't have yet. */
const WAITS_OF_TASKS = ['assigned', 'urgent']

/** Other names of arguments, and waits for what can't come yet. */
function tolerate(given: Given): { tolerated: Given; note: string | undefined } {
  const { reply_to: replyTo, wait_mode: waitMode, ...rest } = given
  const parent = rest['parent_message_id'] ?? replyTo
  const isOfTasks = typeof waitMode === 'string' && WAITS_OF_TASKS.includes(waitMode.trim().toLowerCase())
  return {
    tolerated: { ...rest, parent_message_id: parent, wait_mode: isOfTasks ? undefined : waitMode },
    note: isOfTasks
      ? `wait_mode ${waitMode} is about tasks, which are not here yet; it was left out. What works: mentions, direct, all.`
      : undefined,
  }
}

function withNote(answer: Awaited<ReturnType<Tool>>, note: string): Awaited<ReturnType<Tool>> {
  return {
    ...answer,
    content: [...answer.content, { type: 'text', text: note }],
    structuredContent: { ...(answer.structuredContent as object), note },
  }
}
