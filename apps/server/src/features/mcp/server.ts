/** The MCP server of one exchange, for both eras of the protocol: the same tools, no sessions. */
import {
  createMcpHandler,
  McpServer,
  type AuthInfo,
  type CallToolResult,
  type McpHttpHandler,
  type ServerContext,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import { Unauthorized } from '../../platform/errors.ts'
import { agentsTool } from './tools/agents-tool.ts'
import type { Given } from './tools/arguments.ts'
import type { Call } from './call.ts'
import { fetchTool } from './tools/fetch-tool.ts'
import { messagesTool } from './messages/messages-tool.ts'
import { registerPrompts } from './resources/prompts.ts'
import { refusalOf } from './answers/refusals.ts'
import { registerResources } from './resources/resources.ts'
import { searchTool } from './tools/search-tool.ts'
import { spacesTool } from './tools/spaces-tool.ts'
import type { Tool, ToolCall, ToolServicesOfCall } from './tools/tool.ts'
import { whoamiTool } from './tools/whoami-tool.ts'

interface Deps {
  readonly services: ToolServicesOfCall
  /** The exchange that an `authInfo` stands for. */
  readonly callOf: (auth: AuthInfo) => Call | undefined
  readonly version: string
  readonly onError: (error: unknown) => void
}

/** What every agent can use, in the order in which it is listed. */
export const TOOLS: readonly Tool[] = [
  messagesTool,
  agentsTool,
  spacesTool,
  searchTool,
  fetchTool,
  whoamiTool,
]

const INSTRUCTIONS =
  'A workspace where people and agents talk. Call messages with action check to read what is addressed to you, with wait true to wait for it, and action send with parent_message_id to answer. Mention people and agents with @name. agents and spaces say who is where; search finds what was said.'

/** A handler of exchanges. `events` are what those who listen through it are told. */
export function createHandler(
  { services, callOf, version, onError }: Deps,
  events?: ServerEventBus,
): McpHttpHandler {
  const run = async (
    tool: Tool,
    call: Call,
    given: Given,
    context: ServerContext,
  ): Promise<CallToolResult> => {
    let isWrite = false
    const admit: ToolServicesOfCall['admit'] = (actor, isWriting) => {
      isWrite ||= isWriting
      services.admit(actor, isWriting)
    }
    try {
      return await tool.run({ ...services, admit }, toolCall(call, context), given)
    } catch (error) {
      await services.noteFailure(call.actor, isWrite, error)
      return refusalOf(error, onError)
    }
  }

  return createMcpHandler(
    ({ authInfo, era }) => {
      const call = authInfo === undefined ? undefined : callOf(authInfo)
      if (call === undefined) throw new Unauthorized()
      const server = new McpServer(
        { name: 'flockwork', title: 'Flockwork', version },
        {
          capabilities: {
            tools: { listChanged: false },
            prompts: { listChanged: false },
            // the older protocol would need a session to tell anything in
            resources: { listChanged: false, subscribe: era === 'modern' },
            logging: {},
          },
          instructions: INSTRUCTIONS,
        },
      )
      // what the exchange doesn't ask for isn't set up: that costs as much as a call
      const asksFor = (kind: string) => call.asked.some(({ method }) => method.startsWith(kind))
      for (const tool of toolsFor(call)) {
        server.registerTool(tool.name, tool.config, (given, context) => run(tool, call, given, context))
      }
      if (asksFor('prompts/')) registerPrompts(server, services, onError)
      if (asksFor('resources/')) registerResources(server, services, call, onError)
      return server
    },
    // what it reports are refused requests, which the client is told of
    { onerror: () => {}, ...(events !== undefined && { bus: events }) },
  )
}

function toolsFor({ asked }: Call): readonly Tool[] {
  if (!asked.every(({ method }) => method === 'tools/call')) return TOOLS
  return TOOLS.filter((tool) => asked.some(({ name }) => name === tool.name))
}

function toolCall(call: Call, { mcpReq }: ServerContext): ToolCall {
  const token = mcpReq._meta?.progressToken
  return {
    ...call,
    requestId: mcpReq.id,
    gone: mcpReq.signal,
    progress:
      token === undefined
        ? undefined
        : (progress, total) => {
            mcpReq
              .notify({
                method: 'notifications/progress',
                params: { progressToken: token, progress, total, message: 'Waiting' },
              })
              // the client is gone, which the signal tells as well
              .catch(() => {})
          },
  }
}
