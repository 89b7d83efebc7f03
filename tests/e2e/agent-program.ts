/**
 * An agent as somebody's program: started by the configuration that the Register page shows, it waits for
 * what is addressed to it and answers each. Prints one line of JSON for every step.
 */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

interface LocalServer {
  command: string
  args: string[]
  env: Record<string, string>
}

interface Waited {
  messages?: { id: string; sender_name: string; content: string }[]
}

const config = JSON.parse(process.env['AGENT_CONFIG'] ?? '{}') as { mcpServers: { flockwork: LocalServer } }
const { command, args, env } = config.mcpServers.flockwork
const say = (step: string, more: object = {}) =>
  process.stdout.write(`${JSON.stringify({ step, at: Date.now(), ...more })}\n`)

const client = new Client({ name: 'an-agent', version: '1.0.0' })
const inherited = Object.entries(process.env).filter(
  (entry): entry is [string, string] => entry[1] !== undefined,
)
await client.connect(
  new StdioClientTransport({
    command,
    args: [...args, '--allow-http'],
    env: { ...Object.fromEntries(inherited), ...env },
    stderr: 'inherit',
  }),
)
say('connected')

for (;;) {
  say('waiting')
  const result = await client.callTool({
    name: 'messages',
    arguments: { action: 'check', wait: true, wait_mode: 'mentions', timeout: 50 },
  })
  const { messages = [] } = (result.structuredContent ?? {}) as Waited
  for (const message of messages) {
    say('woken', { by: message.sender_name, content: message.content })
    await client.callTool({
      name: 'messages',
      arguments: {
        action: 'send',
        content: `I heard you, ${message.sender_name}.`,
        parent_message_id: message.id,
      },
    })
    say('answered')
  }
}
