/**
 * The conversation with the model: calls under leases, with tools, until it answers
 * (docs/rules/managed-agents.md#runs).
 */
import { estimatedTokens, lease, type BudgetServices, type Lease, type Spender } from '../budgets/index.ts'
import {
  ModelFailure,
  type FailureKind,
  type Gateway,
  type ModelRequest,
  type ModelUsage,
  type Turn,
} from '../gateway/index.ts'
import { storable } from './storable.ts'
import type { RunTool } from './tool.ts'

export interface AnswerRequest {
  readonly gateway: Pick<Gateway, 'stream'>
  readonly budgets: BudgetServices
  readonly spender: Spender
  readonly model: string
  readonly system: string
  readonly ask: string
  readonly tools: readonly RunTool[]
  readonly signal: AbortSignal
  /** Receives the partial answer; undefined when the text turned out not to be the answer. */
  readonly onText: (text: string | undefined) => void
}

/** The maximum number of calls in a run; the last one has no tools, so the model must answer. */
const CALLS_MAX = 8
const OUTPUT_MAX_TOKENS = 4000
/** The output tokens of a lease, and of each renewal before they are used up. */
const LEASED_TOKENS = 250
const RENEWED_AT_TOKENS = 50
/** Failures for which the endpoint did nothing. */
const UNDONE: ReadonlySet<FailureKind> = new Set(['busy', 'key', 'unknown_model', 'refused', 'unreachable'])

/**
 * The model's answer, ready to be posted.
 * @throws ModelFailure, NoBudget, LeaseOver, or the reason of `signal`.
 */
export async function generateAnswer(request: AnswerRequest): Promise<string> {
  const { tools, ask, onText, signal } = request
  const turns: Turn[] = [{ role: 'user', text: ask }]
  for (let call = 1; ; call++) {
    const isLast = call === CALLS_MAX
    const { text, calls } = await callModel(request, turns, isLast ? [] : tools, call === 1)
    if (calls.length === 0 || isLast) {
      return storable(text)
    }
    onText(undefined)
    turns.push({ role: 'model', text, calls })
    const results = []
    for (const one of calls) {
      signal.throwIfAborted()
      const tool = tools.find(({ name }) => name === one.name)
      results.push({
        call: one,
        text: tool === undefined ? 'There is no such tool.' : await tool.run(one.input),
      })
    }
    turns.push({ role: 'tools', results })
  }
}

type Call = Extract<Turn, { role: 'model' }>['calls'][number]

async function callModel(
  { gateway, budgets, spender, model, system, signal, onText }: AnswerRequest,
  turns: readonly Turn[],
  tools: readonly RunTool[],
  isFirst: boolean,
): Promise<{ text: string; calls: Call[] }> {
  signal.throwIfAborted()
  const offered = tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
  const request: ModelRequest = { model, system, turns, tools: offered, maxOutputTokens: OUTPUT_MAX_TOKENS }
  const input = estimatedTokens(JSON.stringify(request).length)
  const leased = await lease(budgets, spender, { input, output: LEASED_TOKENS }, isFirst)
  const meter = createMeter(leased)
  let text = ''
  const calls: Call[] = []
  let usage: ModelUsage | null = null
  let isDone = true
  try {
    for await (const part of gateway.stream(request, signal)) {
      if (part.type === 'text') {
        text += part.text
        onText(text)
      }
      if (part.type === 'text' || part.type === 'unseen') await meter.count(part.text.length)
      if (part.type === 'call') calls.push(part.call)
      if (part.type === 'end') ({ usage } = part)
    }
  } catch (error) {
    isDone = !(error instanceof ModelFailure && UNDONE.has(error.kind))
    throw error
  } finally {
    // the endpoint's usage counts; if it reports none, an estimate of what was sent and received
    const { inputTokens = input, outputTokens = meter.seen() } = usage ?? {}
    await leased.settle(isDone ? { input: inputTokens, output: outputTokens } : { input: 0, output: 0 })
  }
  return { text, calls }
}

/** Renews the lease before the received tokens exceed it. */
function createMeter(leased: Lease) {
  let chars = 0
  let has = LEASED_TOKENS
  return {
    seen: () => estimatedTokens(chars),
    async count(more: number) {
      chars += more
      const needs = estimatedTokens(chars) + RENEWED_AT_TOKENS
      if (needs <= has) return
      const output = Math.max(LEASED_TOKENS, needs - has)
      await leased.renew({ input: 0, output })
      has += output
    },
  }
}
