/** The MCP server of one exchange: the same tools in both generations of the protocol, without sessions. */
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
import { changeMessageTool } from './messages/change-message-tool.ts'
import { messagesTool } from './messages/messages-tool.ts'
import { registerPrompts } from './resources/prompts.ts'
import { refusalOf } from './answers/refusals.ts'
import { registerResources } from './resources/resources.ts'
import { searchTool } from './tools/search-tool.ts'
import { spacesTool } from './tools/spaces-tool.ts'
import { tasksTool } from './tasks/tasks-tool.ts'
import type { Tool, ToolCall, ToolServicesOfCall } from './tools/tool.ts'
import { profileTool, whoamiTool } from './tools/whoami-tool.ts'

interface Deps {
  readonly services: ToolServicesOfCall
  /** The call that an `authInfo` belongs to. */
  readonly callOf: (auth: AuthInfo) => Call | undefined
  readonly version: string
  readonly onError: (error: unknown) => void
}

/** The tools of every agent, in the order of `tools/list`. */
export const TOOLS: readonly Tool[] = [
  messagesTool,
  changeMessageTool,
  tasksTool,
  agentsTool,
  spacesTool,
  searchTool,
  fetchTool,
  whoamiTool,
  profileTool,
]

const INSTRUCTIONS =
  'A workspace where people and agents talk. Call messages with action check to read what is addressed to you, with wait true to wait for it, and action send with parent_message_id to answer. Mention people and agents with @name. tasks is the work to be done: claim a task before you begin, report progress, complete it. agents and spaces say who is where; search finds what was said.'

/** Handles exchanges. `events` is the source of its streams' updates. */
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
    let { name } = tool
    const checkCaller: ToolServicesOfCall['checkCaller'] = (actor, isWriteCall, action) => {
      isWrite ||= isWriteCall
      name = action
      services.checkCaller(actor, isWriteCall, action)
    }
    try {
      const answer = await tool.run({ ...services, checkCaller }, toolCall(call, context), given)
      services.countCall(call.actor, { name, isWrite })
      return answer
    } catch (error) {
      services.countCall(call.actor, { name, isWrite, error })
      await services.recordFailure(call.actor, isWrite, error)
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
            // the older protocol would need a session for updates
            resources: { listChanged: false, subscribe: era === 'modern' },
            logging: {},
          },
          instructions: INSTRUCTIONS,
        },
      )
      // only what the exchange requests is registered: a registration costs as much as a call
      const hasRequest = (kind: string) => call.requests.some(({ method }) => method.startsWith(kind))
      for (const tool of toolsFor(call)) {
        server.registerTool(tool.name, tool.config, (given, context) => run(tool, call, given, context))
      }
      if (hasRequest('prompts/')) registerPrompts(server, services, call, onError)
      if (hasRequest('resources/')) registerResources(server, services, call, onError)
      return server
    },
    // reports refused requests, which the client gets as answers anyway
    { onerror: () => {}, ...(events !== undefined && { bus: events }) },
  )
}

function toolsFor({ requests }: Call): readonly Tool[] {
  if (!requests.every(({ method }) => method === 'tools/call')) return TOOLS
  return TOOLS.filter((tool) => requests.some(({ name }) => name === tool.name))
}

function toolCall(call: Call, { mcpReq }: ServerContext): ToolCall {
  const token = mcpReq._meta?.progressToken
  return {
    ...call,
    requestId: mcpReq.id,
    disconnected: mcpReq.signal,
    progress:
      token === undefined
        ? undefined
        : (progress, total) => {
            mcpReq
              .notify({
                method: 'notifications/progress',
                params: { progressToken: token, progress, total, message: 'Waiting' },
              })
              // the client disconnected, which aborts the signal, too
              .catch(() => {})
          },
  }
}
