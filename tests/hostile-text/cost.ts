/** Compares the cost of two functions on a machine that is busy with other work. */

/** The error of the clock for a function that takes microseconds. */
const SLACK_MS = 0.5
/** The CPU clock has a resolution of several milliseconds on some machines. */
const CPU_SLACK_MS = 8
const ROUNDS_MAX = 60

interface Cost {
  /** The shortest run: other programs on the same core only ever add time, but to a long run they always do. */
  leastMs: number
  /** CPU time of all runs: other programs don't add to it. */
  cpuMs: number
}

/**
 * Whether `work` takes at most `factor` times as long as `ordinary`, by either measure. Returns as soon as a run is
 * fast enough: noise can only delay that, and doesn't make slow work pass.
 */
export function costsAtMost(factor: number, work: () => unknown, ordinary: () => unknown): boolean {
  const ofWork = nothing()
  const ofOrdinary = nothing()
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    addRun(ofOrdinary, ordinary)
    addRun(ofWork, work)
    if (round > 2 && ofWork.leastMs <= factor * ofOrdinary.leastMs + SLACK_MS) return true
  }
  return ofWork.cpuMs <= factor * ofOrdinary.cpuMs + CPU_SLACK_MS
}

/** The duration in milliseconds. */
export function timeOf(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

const nothing = (): Cost => ({ leastMs: Infinity, cpuMs: 0 })

function addRun(cost: Cost, work: () => unknown): void {
  const before = process.threadCpuUsage()
  cost.leastMs = Math.min(cost.leastMs, timeOf(work))
  const { user, system } = process.threadCpuUsage(before)
  cost.cpuMs += (user + system) / 1000
}
