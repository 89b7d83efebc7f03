/** CPU time of other processes, from Linux's /proc in ticks of 10 ms; unknown on other systems. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Measured } from './job.ts'

const TICK_US = 10_000

export interface CpuUse {
  readonly serverUs: number
  readonly postgresUs: number
}

export function cpuUse({ server, postgres }: Measured): CpuUse {
  if (process.platform !== 'linux') return { serverUs: Number.NaN, postgresUs: Number.NaN }
  return {
    serverUs: ownTicks(server) * TICK_US,
    postgresUs: postgres === null ? 0 : treeTicks(postgres) * TICK_US,
  }
}

function ownTicks(pid: number): number {
  const stat = readStat(pid)
  return stat === undefined ? 0 : stat.own
}

/** A process and its descendants; exited ones count once their parent has waited for them. */
function treeTicks(root: number): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const stats = new Map(
    pids.flatMap((pid) => {
      const stat = readStat(pid)
      return stat === undefined ? [] : [[pid, stat] as const]
    }),
  )
  const isBelow = (pid: number): boolean => {
    if (pid === root) return true
    const parent = stats.get(pid)?.parent ?? 0
    return parent > 1 && isBelow(parent)
  }
  let ticks = 0
  for (const [pid, stat] of stats) if (isBelow(pid)) ticks += stat.own + stat.collected
  return ticks
}

function readStat(pid: number): { parent: number; own: number; collected: number } | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // the name, in brackets, may contain spaces
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const field = (index: number) => fields[index] ?? 0
  return { parent: field(1), own: field(11) + field(12), collected: field(13) + field(14) }
}
