/** The MCP library with one echo tool: the work that any MCP server must do. */
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import type { Handler } from './serve.ts'

const ECHO = {
  title: 'Echo',
  description: 'Answers what it is given.',
  inputSchema: fromJsonSchema<{ text?: string }>({
    type: 'object',
    properties: { text: { type: 'string', description: 'What to answer.' } },
  }),
}

export function createMcpSdk(): Handler {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'echo', version: '1' })
    server.registerTool('echo', ECHO, ({ text = '' }) => ({
      content: [{ type: 'text', text }],
      structuredContent: { text },
    }))
    return server
  })
  const respond = toNodeHandler(handler)
  return (request, response) => {
    // `method` is undefined only on responses that a client receives
    respond(request as NodeIncomingMessageLike, response).catch((error: unknown) =>
      process.stderr.write(`${String(error)}\n`),
    )
  }
}
