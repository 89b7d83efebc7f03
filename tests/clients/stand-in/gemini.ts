/** `streamGenerateContent`, as Gemini CLI calls it. */
import { listIn, type Json, type Protocol } from './protocol.ts'

/** After thirty turns it asks its model whether they lead anywhere. */
const NO_LOOP = JSON.stringify({
  unproductive_state_analysis: 'It reads its mail.',
  unproductive_state_confidence: 0,
})

export const geminiContent: Protocol = {
  asksModel: (path) => path.includes(':streamGenerateContent'),
  otherAnswer: { totalTokens: 10, ...content({ text: NO_LOOP }, 'beside') },
  read: ({ contents, tools }) => ({
    isConversation: listIn(tools).length > 0,
    results: listIn(contents)
      .flatMap(({ parts }) => listIn(parts))
      .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse as Json]))
      .map(({ response }) => {
        const { output, error } = response as Json
        return String(output ?? error)
      }),
  }),
  stepEvents: (step, id) => [
    content(
      step === 'done'
        ? { text: 'Done.' }
        : { functionCall: { name: `mcp_flockwork_${step.tool}`, args: step.given } },
      id,
    ),
  ],
}

function content(part: Json, id: string): Json {
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'stand-in',
    responseId: `response-${id}`,
  }
}
