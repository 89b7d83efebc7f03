/**
 * The test of a connection: the server calls its own MCP endpoint over HTTP, at the public address and with a credential
 * of the agent, and reports how far it came. Never in-process: the test is about what lies between.
 */
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/server'
import type { ConnectionStep, ConnectionTest } from '@flockwork/contract/agent-connection'
import { CONNECTION_TEST_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { actorOf, requireInspectable } from '../agents/index.ts'
import type { ConnectionRecorder } from './recorder.ts'
import { withTestCredential } from './test-credentials.ts'
import { NO_SPACE } from './faults.ts'
import { Unreachable, probe } from './probe.ts'
import { failureIn, handshakeOf, reportOf, toolsIn } from './verdict.ts'

export interface TestServices {
  readonly db: Db
  readonly clock: Clock
  readonly recorder: Pick<ConnectionRecorder, 'flush'>
  /** The address at which agents reach this instance. */
  readonly address: () => string
  readonly version: string
}

/**
 * Tests the connection of an agent, within `CONNECTION_TEST_MS`. It doesn't earn "verified" and leaves no trace.
 * @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's, Conflict while another
 * test of it runs.
 */
export async function testConnection(
  services: TestServices,
  actor: PersonActor,
  id: string,
): Promise<ConnectionTest> {
  const row = await requireInspectable(services.db, actor, id)
  const { username, pause } = actorOf(row, { scopes: [], tokenId: null, grant: null })
  const subject = { username, pausedWhy: pause?.why ?? null, space: row.current_space_name }
  return withTestCredential(services, id, async (credential) => {
    try {
      return await runSteps(services, subject, credential)
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
async function runSteps(
  { address, version }: TestServices,
  { username, pausedWhy, space }: Subject,
  credential: string,
): Promise<ConnectionTest> {
  const url = `${address()}/mcp/agents/${username}`
  const signal = AbortSignal.timeout(CONNECTION_TEST_MS)
  const initialized = await probe(url, { credential, message: initialize(version), signal })
  const passed: Partial<Record<ConnectionStep, string>> = {
    address: `${url} answers.`,
    credential: 'Accepted.',
    agent: `@${username}`,
  }
  const failure = failureIn(initialized, 'handshake')
  if (failure !== undefined && failure.step !== 'handshake') return reportOf(passed, failure)
  if (pausedWhy !== null) return reportOf(passed, { step: 'agent', detail: `Paused: ${pausedWhy}` })
  if (space === null) return reportOf(passed, { step: 'space', detail: NO_SPACE })
  passed.space = `In ${space}.`
  if (failure !== undefined) return reportOf(passed, failure)

  const { server, protocol } = handshakeOf(initialized)
  passed.handshake = `${server}, protocol ${protocol}.`
  const list = await probe(url, { credential, message: LIST_TOOLS, protocol, signal })
  const listFailure = failureIn(list, 'tools')
  if (listFailure !== undefined) return reportOf(passed, listFailure)
  const tools = toolsIn(list)
  if (tools.length === 0) return reportOf(passed, { step: 'tools', detail: 'No tool is listed.' })
  passed.tools = `${tools.length} tools: ${tools.join(', ')}.`
  return reportOf(passed)
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
