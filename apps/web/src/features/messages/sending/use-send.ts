import type { Message } from '@flockwork/contract/messages'
import { useState } from 'react'
import { ApiError, violationOf, type Violation } from '../../../api/api-error.ts'
import { pausedAgent, toPausedAgent } from '../../../api/retry-after.ts'
import { useServices, type AppServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { strings } from '../../../strings.ts'
import { useToast, type ToastStore } from '../../../ui/toast-store.ts'
import { loadNewest } from '../loading/use-feed.ts'
import { feedOf } from '../state/feed-store.ts'
import { queueOf } from './queues.ts'
import { sendFailureText } from './send-failure.ts'
import type { Outgoing, SendOutcome } from './send-queue.ts'

const words = strings.messages
const SUGGESTION_AFTER_MS = 1000

interface SendOptions {
  channel?: string
  parent?: Message
  /** A reply box shows violations itself. */
  isFromBox?: boolean
}

export interface Send {
  /** Sends a message; with `parent`, a reply to it. The text is stored at once, so the field may be cleared. */
  send: (content: string, options?: SendOptions) => Promise<SendOutcome>
  retry: (clientId: string) => Promise<SendOutcome>
  /** Removes a failed row. @returns its text, for Edit */
  discard: (clientId: string) => string | null
  /** The guardrails' violation of the composer's last send, until `clearViolation` (when its text changes). */
  violation: Violation | null
  clearViolation: () => void
}

/** Sending in a space: the row appears at once, and a failed one stays with Retry, Edit and Delete. */
export function useSend(spaceId: string): Send {
  const services = useServices()
  const { notifyAgentPaused } = services
  const { profile } = useSignedIn()
  const queue = queueOf(services, profile.id, spaceId)
  const toast = useToast()
  const [violation, setViolation] = useState<Violation | null>(null)

  function report(outcome: SendOutcome, isReply: boolean, isFromBox = false): SendOutcome {
    if (outcome.kind === 'sent') {
      for (const { key, retry_after } of outcome.paused) notifyAgentPaused(toPausedAgent(key, retry_after))
    }
    if (outcome.kind !== 'failed') return outcome
    const blocked = violationOf(outcome.error)
    if (!isFromBox) setViolation(blocked)
    if (blocked) showViolation(toast, blocked)
    // a separate notice names the agent and the length of the pause
    else if (outcome.error instanceof ApiError && pausedAgent(outcome.error.body)) return outcome
    else if (isReply)
      toast({
        title: words.replyFailed,
        description: sendFailureText(outcome.error, words.replyFailedText),
        tone: 'bad',
      })
    else
      toast({
        title: words.sendFailed,
        description: sendFailureText(outcome.error, words.sendFailedText),
        tone: 'bad',
      })
    return outcome
  }

  return {
    async send(content, { channel, parent, isFromBox = false } = {}) {
      if (!isFromBox) setViolation(null)
      const outcome = queue.send(toOutgoing(content.trim(), channel, parent))
      if (!parent) void showNewest(services, spaceId)
      return report(await outcome, parent !== undefined, isFromBox)
    },
    async retry(clientId) {
      const row = feedOf(spaceId)
        .state()
        .pending.find((pending) => pending.clientId === clientId)
      return report(await queue.retry(clientId), row?.parentId != null)
    },
    discard: (clientId) => queue.discard(clientId),
    violation,
    clearViolation: () => setViolation(null),
  }
}

function toOutgoing(content: string, channel: string | undefined, parent: Message | undefined): Outgoing {
  if (!parent)
    return { kind: 'message', content, channel: channel ?? null, parentId: null, threadRootId: null }
  return {
    kind: parent.waiting_since === null ? 'reply' : 'respond',
    content,
    channel: parent.channel,
    parentId: parent.id,
    threadRootId: parent.thread_root_id ?? parent.id,
  }
}

/** Loads the end of the feed, where the message appears. The message is sent whether or not this succeeds. */
async function showNewest(services: AppServices, spaceId: string): Promise<void> {
  if (feedOf(spaceId).state().hasNewest) return
  try {
    await loadNewest(services, spaceId, true)
  } catch {
    // the feed shows its own error
  }
}

function showViolation(toast: ToastStore['toast'], { title, message, suggestion }: Violation): void {
  toast({ title, description: message, tone: 'bad' })
  setTimeout(() => toast({ title: words.suggestion, description: suggestion }), SUGGESTION_AFTER_MS)
}
