/**
 * An agent program: started with the configuration from the Register page, it waits for messages addressed to it and
 * answers each. It claims an assigned task after a line on its standard input; then it reports progress, asks in the
 * task's conversation, and completes the task with the answer. Prints a line of JSON for every step.
 */
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

interface LocalServer {
  command: string
  args: string[]
  env: Record<string, string>
}

interface Mail {
  id: string
  sender_name: string
  content: string
  /** The task of an assignment. */
  task?: { display_id: string }
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

const mayBegin = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
async function call(name: 'messages' | 'tasks', args: Record<string, unknown>): Promise<unknown> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
  if (isError === true) throw new Error(`${name} ${JSON.stringify(args)}: ${JSON.stringify(content)}`)
  return structuredContent
}

async function send(content: string, parentId: string): Promise<void> {
  await call('messages', { action: 'send', content, parent_message_id: parentId })
}

/** Claims an assigned task and asks about it. */
async function begin(name: string, conversation: string, asker: string): Promise<void> {
  await mayBegin.next()
  await call('tasks', { action: 'claim', task_id: name })
  await call('tasks', {
    action: 'progress',
    task_id: name,
    status: 'doing',
    note: 'I have read half of it.',
  })
  await send(`Which table is it, @${asker}?`, conversation)
  say('asked')
}

async function complete(name: string, answer: string): Promise<void> {
  await call('tasks', {
    action: 'complete',
    task_id: name,
    note: `Done with the answer "${answer}"`,
    deliverables: ['https://example.org/pull/7'],
    minutes: 12,
  })
  say('completed')
}

/** The display id of the task that it works on. */
let current: string | null = null
for (;;) {
  say('waiting')
  const waited = await call('messages', { action: 'check', wait: true, timeout: 50 })
  for (const { id, sender_name: sender, content, task } of (waited as { messages: Mail[] }).messages) {
    say('woken', { by: sender, content })
    if (task !== undefined) {
      current = task.display_id
      await begin(current, id, sender)
    } else if (current !== null) {
      await complete(current, content)
      current = null
    } else {
      await send(`I heard you, ${sender}.`, id)
      say('answered')
    }
  }
}
