/** Compares what two pieces of work cost on a machine that does other things beside them. */

/** What the clock may add to a piece of work that takes microseconds. */
const SLACK_MS = 0.5
/** The processor's clock counts in steps of several milliseconds on some machines. */
const CPU_SLACK_MS = 8
const ROUNDS_MAX = 60

interface Cost {
  /** The shortest run: another program on the same core only ever adds, but to a long run it always does. */
  leastMs: number
  /** Of all runs, in time of the processor: other programs add nothing. */
  cpuMs: number
}

/**
 * Whether `work` takes at most `factor` times as long as `ordinary`, by the one measure or the other.
 *
 * It answers as soon as the runs agree, so that noise makes a good answer late and a bad one no better.
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

/** In milliseconds. */
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
