/** The printed table, and the file with all its figures. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import type { Claim, Outcome, Spread } from './measures/outcome.ts'

const FILE = new URL('results.json', import.meta.url)
const GIB = 1024 ** 3

export async function writeResults(outcomes: readonly Outcome[], rounds: number): Promise<void> {
  const results = {
    at: new Date().toISOString(),
    commit: commit(),
    machine: {
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      memoryGib: Math.round(totalmem() / GIB),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
    },
    rounds,
    claims: outcomes.flatMap(({ claims }) => claims),
    figures: outcomes.flatMap(({ figures }) => figures),
    runs: outcomes.map((outcome) => outcome.rounds),
  }
  await writeFile(FILE, `${JSON.stringify(results, undefined, 2)}\n`)
}

export function tableOf(claims: readonly Claim[]): string {
  const rows = [
    ['', 'Measure', 'Against', 'Ratio (min – median – max)', 'Target', ''],
    ...claims.map(({ measure, what, against, ratio, target, isMet }) => [
      measure,
      what,
      against,
      shown(ratio),
      target,
      target.startsWith('aim') ? '' : isMet ? 'met' : 'MISSED',
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

function shown({ min, median, max }: Spread): string {
  return [min, median, max]
    .map((value) => (Number.isInteger(value) ? String(value) : value.toFixed(2)))
    .join(' – ')
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}
