/** Posts the answer to a message once, however often the job runs. */
import type { AgentActor } from '../../platform/actor.ts'
import { AgentDisabled, AgentLimited } from '../../platform/agent-errors.ts'
import { IdempotencyMismatch, NotFound } from '../../platform/errors.ts'
import { GuardrailViolation } from '../guardrails/index.ts'
import { postReply, type MessageServices } from '../messages/index.ts'
import { awaitsAnswer } from './repository.ts'

/** Why a delivery ended whose job was given up or lost. */
export const FAILED_TO_ANSWER = 'It failed to answer. Ask it again'

interface Answer {
  readonly spaceId: string
  readonly messageId: string
  /** The job's key: a repeat doesn't post again. */
  readonly key: string
  readonly text: string
  /** Replaces a text that the guardrails refuse. */
  readonly refusedText: string
}

/** Does nothing if the message was deleted or answered, or the agent may not post. */
export async function postAnswer(
  messages: MessageServices,
  agent: AgentActor,
  { spaceId, messageId, key, text, refusedText }: Answer,
): Promise<void> {
  const post = (content: string) => postReply(messages, agent, { spaceId, content, parentId: messageId, key })
  // a reply to a deleted message would be stored
  if (!(await awaitsAnswer(messages.db, { agentId: agent.accountId, messageId }, spaceId))) return
  try {
    await post(text).catch((error: unknown) => {
      if (error instanceof GuardrailViolation) return post(refusedText)
      throw error
    })
  } catch (error) {
    // already answered with another text, or nothing to answer any more, or the agent may not
    const isObsolete =
      error instanceof IdempotencyMismatch ||
      error instanceof NotFound ||
      error instanceof AgentDisabled ||
      error instanceof AgentLimited
    if (!isObsolete) throw error
  }
}
