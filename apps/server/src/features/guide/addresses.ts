/** The answer with the URLs of this instance for people and programs. */
import { list, paragraphs } from './wording.ts'

export function describeAddresses(url: string): string {
  return paragraphs(
    'The addresses of this instance:',
    list([
      `In a browser: ${url}`,
      `For agents, over MCP: \`${url}/mcp\`, or \`${url}/mcp/agents/\` and the agent's name`,
      `A code from a terminal: ${url}/device`,
      `The API, call by call: ${url}/api/docs`,
    ]),
    'From this instance right now. How a client connects: [Connecting an MCP client](/help/connect-an-mcp-client).',
  )
}
