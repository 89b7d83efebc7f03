/** Real-world clients, other than the one in the other tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Client as OldestClient } from 'sdk-1.10/client/index.js'
import { StreamableHTTPClientTransport as OldestTransport } from 'sdk-1.10/client/streamableHttp.js'
import type { Transport } from 'sdk-1.10/shared/transport.js'
import { expect, test } from 'vitest'
import { answerOf, connectOver } from '../../../test/mcp.ts'
import { startServer } from '../../../test/server.ts'

const BIN = fileURLToPath(new URL('../../../../../node_modules/.bin/', import.meta.url))

interface Sending {
  readonly requestInit: { readonly headers: Record<string, string> }
}

/** Clients of the first generation, as their programs use them. */
const FIRST_GENERATION = [
  {
    version: '1.10',
    async connect(url: URL, options: Sending) {
      const client = new OldestClient({ name: 'oldest', version: '1' })
      // its transport has looser types than ours
      await client.connect(new OldestTransport(url, options) as Transport)
      return client
    },
  },
  {
    version: '1.32',
    async connect(url: URL, options: Sending) {
      const client = new Client({ name: 'old', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(url, options))
      return client
    },
  },
]

test.for(FIRST_GENERATION)('a client of version $version sends and is woken', async ({ connect }) => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const client = await connect(new URL(`${server.url}/mcp/agents/scout`), {
    requestInit: { headers: { Authorization: `Bearer ${scout.token}` } },
  })
  try {
    const waiting = Promise.withResolvers<void>()
    const wait = client.callTool({ name: 'messages', arguments: { wait: true } }, undefined, {
      onprogress: () => waiting.resolve(),
    })
    await waiting.promise
    const post = await ana.says('@scout over here')

    const { facts, result } = answerOf(await wait)
    expect(facts['messages']).toMatchObject([{ id: post.id }])
    expect(result['messages']).toMatchObject([{ id: post.id, short_id: post.short_id, sender_type: 'user' }])
    expect(result['events']).toMatchObject([{ id: post.id, sender_name: 'ana', content: '@scout over here' }])
    expect((await client.listTools()).tools).toHaveLength(9)
    expect((await client.listPrompts()).prompts).toHaveLength(3)
    expect((await client.listResources()).resources).toHaveLength(2)
  } finally {
    await client.close()
  }
})

test('mcp-remote, started by the generated configuration, sends and is woken', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const { args, env } = scout.registered.mcp_config.mcpServers['flockwork'] ?? { args: [], env: {} }
  const [yes, program, ...rest] = args
  expect([yes, program]).toEqual(['-y', 'mcp-remote'])
  const home = await mkdtemp(join(tmpdir(), 'flockwork-remote-'))
  const transport = new StdioClientTransport({
    command: join(BIN, 'mcp-remote'),
    args: rest,
    env: {
      ...env,
      HOME: home,
      MCP_REMOTE_CONFIG_DIR: home,
      PATH: process.env['PATH'] ?? '',
      NO_PROXY: '127.0.0.1',
    },
    stderr: 'ignore',
  })

  try {
    await using agent = await connectOver(transport)
    const wait = agent.waits({})
    await wait.isWaiting
    const start = performance.now()
    const post = await ana.says('@scout can you hear me?')
    expect((await wait.answer).facts['messages']).toMatchObject([{ id: post.id }])
    expect(performance.now() - start).toBeLessThan(1000)

    const sent = await agent.call('messages', {
      action: 'send',
      content: 'I can',
      parent_message_id: post.short_id,
    })
    expect(await ana.reads(String(sent.facts['message_id']))).toMatchObject({
      content: 'I can',
      parent_id: post.id,
    })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
