/** P12: MCP tool calls against the library's own. P13: waits that a mention wakes. */
import type { McpCallsResult, McpWaitsResult } from '../load/job.ts'
import { registerAgents } from '../subjects/flockwork.ts'
import type { Subject } from '../subjects/subject.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Outcome } from './outcome.ts'
import { interleave, ratiosOf, valuesOf } from './rounds.ts'
import { runLoad } from './run-load.ts'

const CALLERS = 16
const WARM_UP_MS = 2000
const MEASURE_MS = 6000
const AGENTS = 100
const WAITS_EACH = 5
const MENTIONS = 60
const STORMS = 5
/** The approximate duration of a run of waits; it ends by itself. */
const WAITS_MS = 30_000

export async function measureMcpCalls(bench: Bench): Promise<Outcome> {
  const tokens = new Map<string, string>()
  const measure = async (subject: Subject): Promise<McpCallsResult> => {
    const token = tokens.get(subject.name) ?? null
    const result = await runLoad({
      kind: 'mcp-calls',
      port: subject.target.port,
      path: '/mcp',
      token,
      tool: token === null ? 'echo' : 'messages',
      given: token === null ? { text: 'hello' } : { action: 'check' },
      measured: { server: subject.serverPid, postgres: bench.postgres.pid },
      callers: CALLERS,
      warmUpMs: WARM_UP_MS,
      measureMs: MEASURE_MS,
    })
    bench.say(
      `  ${subject.name}: ${Math.round(result.callsPerSecond)} calls/s, p50 ${result.p50Ms.toFixed(1)} ms, ` +
        `${Math.round(result.serverCpuUs)} µs (+ ${Math.round(result.postgresCpuUs)} PostgreSQL)`,
    )
    return result
  }
  const rounds = await withSubjects(bench, ['mcp-sdk'], 1, async (subjects) => {
    for (const { name, target, databaseUrl } of subjects) {
      if (databaseUrl === null) continue
      for (const { token } of await registerAgents(target, 1)) tokens.set(name, token)
    }
    return interleave(subjects, bench.rounds, measure)
  })

  // per core: what the server's own thread can do, whatever else the machine does meanwhile
  const ratios = ratiosOf(rounds, 'flockwork', 'mcp-sdk', ({ serverCpuUs }) => 1 / serverCpuUs)
  const figures: [string, (result: McpCallsResult) => number][] = [
    ['calls/s', (result) => result.callsPerSecond],
    ['p50, ms', (result) => result.p50Ms],
    ['p99, ms', (result) => result.p99Ms],
    ['server CPU a call, µs', (result) => result.serverCpuUs],
    ['PostgreSQL CPU a call, µs', (result) => result.postgresCpuUs],
  ]
  const against = "the library's own trivial tool"
  return {
    claims: [
      claimOf({ measure: 'P12', what: 'MCP calls of check, a core', against }, ratios, { atLeast: 0.6 }),
      claimOf({ measure: 'P12', what: 'MCP calls of check, a core', against }, ratios, { aim: 0.8 }),
    ],
    figures: figures.flatMap(([figure, value]) =>
      [...(rounds[0]?.keys() ?? [])].map((subject) => ({
        subject,
        figure: `MCP ${figure}`,
        spread: spreadOf(valuesOf(rounds, subject, value)),
      })),
    ),
    rounds: rounds.map((results) => Object.fromEntries(results)),
  }
}

export function measureMcpWaits(bench: Bench): Promise<Outcome> {
  return withSubjects(bench, [], 1, async ([subject]) => {
    if (subject === undefined) throw new Error('No server')
    const agents = await registerAgents(subject.target, AGENTS)
    const results: McpWaitsResult[] = []
    for (let round = 0; round < bench.rounds; round++) {
      const result = await runLoad({
        kind: 'mcp-waits',
        target: subject.target,
        agents,
        waitsEach: WAITS_EACH,
        measured: { server: subject.serverPid, postgres: bench.postgres.pid },
        mentions: MENTIONS,
        storms: STORMS,
        warmUpMs: 0,
        measureMs: WAITS_MS,
      })
      bench.say(
        `  ${AGENTS * WAITS_EACH} waits: a mention p50 ${result.mentionP50Ms.toFixed(1)}, p95 ${result.mentionP95Ms.toFixed(1)} ms; ` +
          `all at once p50 ${result.stormP50Ms.toFixed(0)}, p95 ${result.stormP95Ms.toFixed(0)} ms, ` +
          `${Math.round(result.serverCpuUs)} µs a wait (+ ${Math.round(result.postgresCpuUs)} PostgreSQL)`,
      )
      results.push(result)
    }

    const claim = (what: string, value: (result: McpWaitsResult) => number, atMost: number) =>
      claimOf({ measure: 'P13', what, against: 'a time, not a ratio' }, results.map(value), { atMost })
    const figures: [string, (result: McpWaitsResult) => number][] = [
      ['a mention, p50, ms', (result) => result.mentionP50Ms],
      ['a mention, p95, ms', (result) => result.mentionP95Ms],
      ['all at once, p50, ms', (result) => result.stormP50Ms],
      ['all at once, p95, ms', (result) => result.stormP95Ms],
      ['all at once, server CPU a wait, µs', (result) => result.serverCpuUs],
      ['all at once, PostgreSQL CPU a wait, µs', (result) => result.postgresCpuUs],
    ]
    return {
      claims: [
        claim('ms, p95, a wait woken by a mention, 500 open', (result) => result.mentionP95Ms, 100),
        claim('ms, p95, 500 waits woken by one message', (result) => result.stormP95Ms, 500),
      ],
      figures: figures.map(([figure, value]) => ({
        subject: 'flockwork',
        figure: `waits: ${figure}`,
        spread: spreadOf(results.map(value)),
      })),
      rounds: results,
    }
  })
}
