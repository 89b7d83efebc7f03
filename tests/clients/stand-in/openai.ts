/**
 * The responses API, streamed, as Codex calls it: with tools as functions, and with tools that the model's code calls.
 */
import { listIn, textIn, type Json, type Protocol, type Step } from './protocol.ts'

const OUTPUTS = new Set(['function_call_output', 'custom_tool_call_output'])

function responses(itemOf: (step: Exclude<Step, 'done'>, id: string) => Json): Protocol {
  return {
    asksModel: (path) => path.startsWith('/v1/responses'),
    otherAnswer: { data: [] },
    read: ({ input }) => ({
      isConversation: true,
      results: listIn(input)
        .filter(({ type }) => OUTPUTS.has(String(type)))
        .map(({ output }) => textIn(output)),
    }),
    stepEvents: (step, id) => {
      const item = step === 'done' ? doneItem(id) : itemOf(step, id)
      const usage = {
        input_tokens: 10,
        input_tokens_details: null,
        output_tokens: 5,
        output_tokens_details: null,
        total_tokens: 15,
      }
      return [
        { type: 'response.created', response: { id: `resp_${id}` } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { id: `resp_${id}`, usage } },
      ]
    },
  }
}

function doneItem(id: string): Json {
  return {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Done.' }],
  }
}

export const openaiFunctions = responses(({ tool, given }, id) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: `call_${id}`,
  namespace: 'mcp__flockwork',
  name: tool,
  arguments: JSON.stringify(given),
}))

/** Longer than any wait of a test, so that the code isn't suspended meanwhile. */
const YIELD_MS = 60_000

export const openaiCode = responses(({ tool, given }, id) => ({
  type: 'custom_tool_call',
  id: `ctc_${id}`,
  call_id: `call_${id}`,
  name: 'exec',
  input: `// @exec: {"yield_time_ms": ${YIELD_MS}}\ntext(await tools.mcp__flockwork__${tool}(${JSON.stringify(given)}))`,
}))
