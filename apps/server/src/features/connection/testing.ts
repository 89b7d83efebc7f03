/**
 * The test of a connection: the server calls its own endpoint over HTTP, at the address that agents have, with a
 * credential of that agent, and tells how far it came. Never in-process: what lies between is what is tested.
 */
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/server'
import type { ConnectionStep, ConnectionTest } from '@flockwork/contract/agent-connection'
import { CONNECTION_TEST_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { actorOf, requireInspectable } from '../agents/index.ts'
import { withTestCredential } from './credentials.ts'
import { NOWHERE } from './faults.ts'
import { Unreachable, probe } from './probe.ts'
import { failureIn, handshakeOf, reportOf, toolsIn } from './verdict.ts'

export interface TestServices {
  readonly db: Db
  readonly clock: Clock
  /** The address that agents reach this instance at. */
  readonly address: () => string
  readonly version: string
}

/**
 * Earns the agent nothing and leaves no trace. Takes at most 10 s.
 * @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's, Conflict while another
 * test of it runs.
 */
export async function testConnection(
  services: TestServices,
  actor: PersonActor,
  id: string,
): Promise<ConnectionTest> {
  const row = await requireInspectable(services.db, actor, id)
  const { username, pausedWhy } = actorOf(row, { scopes: [], tokenId: null, grant: null })
  const subject = { username, pausedWhy, space: row.current_space_name }
  return withTestCredential(services, id, async (credential) => {
    try {
      return await walk(services, subject, credential)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return reportOf({}, { step: 'address', detail: error.message })
    }
  })
}

interface Subject {
  readonly username: string
  readonly pausedWhy: string | null
  readonly space: string | null
}

/** @throws Unreachable */
async function walk(
  { address, version }: TestServices,
  { username, pausedWhy, space }: Subject,
  credential: string,
): Promise<ConnectionTest> {
  const url = `${address()}/mcp/agents/${username}`
  const signal = AbortSignal.timeout(CONNECTION_TEST_MS)
  const greeting = await probe(url, { credential, message: initialize(version), signal })
  const seen: Partial<Record<ConnectionStep, string>> = {
    address: `${url} answers.`,
    credential: 'Accepted.',
    agent: `@${username}`,
  }
  const refusal = failureIn(greeting, 'handshake')
  if (refusal !== undefined && refusal.step !== 'handshake') return reportOf(seen, refusal)
  if (pausedWhy !== null) return reportOf(seen, { step: 'agent', detail: `Paused: ${pausedWhy}` })
  if (space === null) return reportOf(seen, { step: 'space', detail: NOWHERE })
  seen.space = `In ${space}.`
  if (refusal !== undefined) return reportOf(seen, refusal)

  const { server, protocol } = handshakeOf(greeting)
  seen.handshake = `${server}, protocol ${protocol}.`
  const list = await probe(url, { credential, message: LIST_TOOLS, protocol, signal })
  const failure = failureIn(list, 'tools')
  if (failure !== undefined) return reportOf(seen, failure)
  const tools = toolsIn(list)
  if (tools.length === 0) return reportOf(seen, { step: 'tools', detail: 'No tool is listed.' })
  seen.tools = `${tools.length} tools: ${tools.join(', ')}.`
  return reportOf(seen)
}

function initialize(version: string) {
  return {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'flockwork-doctor', version },
    },
  }
}

const LIST_TOOLS = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
