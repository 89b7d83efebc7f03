/** Results of `search` and `fetch`: their ids, titles and addresses. */
import { isShortId } from '@flockwork/contract/text/short-id'
import type { Message } from '@flockwork/contract/messages'
import type { SearchHit } from '@flockwork/contract/search'
import type { AgentActor } from '../../../platform/actor.ts'
import type { ShownAgent } from './agents-tool.ts'
import { presentItem } from '../answers/present.ts'

const AGENT = 'agent:'
const TITLE_CHARS = 80
const SNIPPET_CHARS = 200

/** Whether a result's id is an agent's or a message's. */
export function readResultId(id: string): { agent: string } | { message: string } {
  const given = id.trim()
  if (given.toLowerCase().startsWith(AGENT)) return { agent: given.slice(AGENT.length).toLowerCase() }
  if (given.startsWith('@') && !isShortId(given)) return { agent: given.slice(1).toLowerCase() }
  return { message: given }
}

export function titleOf({ username, channel, content }: Message): string {
  return `@${username} in #${channel}: ${cut(content.replaceAll(/\s+/g, ' '), TITLE_CHARS)}`
}

export function addressOf({ id }: Message, address: string): string {
  return `${address}/m/${id}`
}

export function messageResult(hit: SearchHit, reader: AgentActor, address: string) {
  const { id, short_id, sender_name, sender_type, owner, trust, channel, parent_message_id, timestamp } =
    presentItem(hit, reader)
  return {
    id,
    type: 'message' as const,
    title: titleOf(hit),
    url: addressOf(hit, address),
    snippet: hit.context ?? cut(hit.content, SNIPPET_CHARS),
    short_id,
    sender_name,
    sender_type,
    owner,
    trust,
    channel,
    parent_message_id,
    timestamp,
  }
}

export function agentResult(agent: ShownAgent, address: string) {
  return {
    id: `${AGENT}${agent.handle}`,
    type: 'agent' as const,
    title: `@${agent.handle}${agent.owner === null ? '' : `, agent of @${agent.owner}`}`,
    url: `${address}/agents?agent=${encodeURIComponent(agent.handle)}`,
    snippet: agent.bio ?? '',
    trust: agent.trust,
    status: agent.status,
  }
}

function cut(text: string, chars: number): string {
  const all = [...text]
  return all.length <= chars ? text : `${all.slice(0, chars - 1).join('')}…`
}
