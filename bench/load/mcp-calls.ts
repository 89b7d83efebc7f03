/** Back-to-back calls of one tool. */
import { setTimeout as delay } from 'node:timers/promises'
import { cpuUse } from './cpu.ts'
import type { McpCallsJob, McpCallsResult } from './job.ts'
import { openCaller } from './mcp.ts'
import { percentile } from './numbers.ts'

export async function runMcpCalls(job: McpCallsJob, onMeasuring: () => void): Promise<McpCallsResult> {
  const { port, path, token, tool, given, measured } = job
  const caller = openCaller(port, path, token)
  const times: number[] = []
  let isOver = false
  const callOn = async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await caller.call(tool, given)
      times.push(performance.now() - startedAt)
    }
  }
  const calling = Promise.all(Array.from({ length: job.callers }, callOn))

  await Promise.race([delay(job.warmUpMs), calling])
  onMeasuring()
  const before = { at: performance.now(), calls: times.length, cpu: cpuUse(measured) }
  await Promise.race([delay(job.measureMs), calling])
  const after = { at: performance.now(), calls: times.length, cpu: cpuUse(measured) }
  isOver = true
  await calling
  caller.close()

  const calls = after.calls - before.calls
  const counted = times.slice(before.calls, after.calls)
  return {
    callsPerSecond: calls / ((after.at - before.at) / 1000),
    p50Ms: percentile(counted, 0.5),
    p99Ms: percentile(counted, 0.99),
    serverCpuUs: (after.cpu.serverUs - before.cpu.serverUs) / calls,
    postgresCpuUs: (after.cpu.postgresUs - before.cpu.postgresUs) / calls,
  }
}
