/** A tool that a model may call. */
import * as z from 'zod/mini'
import type { ModelTool } from '../gateway/index.ts'

export interface RunTool extends ModelTool {
  /** The result as text, or an error about the arguments: the model reads either. */
  run(input: string): Promise<string>
}

interface Definition<Input> {
  readonly name: string
  readonly description: string
  readonly input: z.ZodMiniType<Input>
  readonly run: (input: Input) => Promise<string>
}

/** The maximum result; the gateway already bounds the arguments. */
const RESULT_MAX_CHARS = 8000

export function defineTool<Input>({ name, description, input, run }: Definition<Input>): RunTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' })
  return {
    name,
    description,
    parameters,
    async run(text) {
      const parsed = input.safeParse(jsonOf(text))
      if (!parsed.success) {
        const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
        return `These arguments don't fit. ${problems.slice(0, 5).join('; ')}`
      }
      const result = await run(parsed.data)
      return result.length <= RESULT_MAX_CHARS ? result : `${result.slice(0, RESULT_MAX_CHARS)} … (cut)`
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}
