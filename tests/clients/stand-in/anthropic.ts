/** The messages API, streamed, as Claude Code calls it. */
import { listIn, textIn, type Json, type Protocol, type Step } from './protocol.ts'

const SERVER = 'mcp__flockwork__'
const TOOLS = ['messages', 'change_message', 'tasks', 'agents', 'spaces', 'search', 'fetch', 'whoami']

export const anthropicMessages: Protocol = {
  asksModel: (path) => path.startsWith('/v1/messages') && !path.includes('count_tokens'),
  otherAnswer: { input_tokens: 10 },
  // if there are many tools, it only sends their names until the model asks for them
  prelude: [
    {
      tool: 'ToolSearch',
      given: { query: `select:${TOOLS.map((name) => SERVER + name).join(',')}`, max_results: TOOLS.length },
    },
  ],
  read: ({ messages, tools }) => ({
    isConversation: listIn(tools).length > 0,
    results: listIn(messages)
      .flatMap(({ content }) => listIn(content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textIn(content)),
  }),
  stepEvents: (step, id) => {
    const [block, delta, reason] = said(step, id)
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: 'stand-in',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    }
    return [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: 5 },
      },
      { type: 'message_stop' },
    ]
  },
}

function said(step: Step, id: string): readonly [block: Json, delta: Json, reason: string] {
  if (step === 'done') return [{ type: 'text', text: '' }, { type: 'text_delta', text: 'Done.' }, 'end_turn']
  const name = TOOLS.includes(step.tool) ? SERVER + step.tool : step.tool
  return [
    { type: 'tool_use', id: `toolu_${id}`, name, input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify(step.given) },
    'tool_use',
  ]
}
