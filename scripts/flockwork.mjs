#!/usr/bin/env node
/**
 * `flockwork admin ...`, `flockwork space ...` and `flockwork audit ...`, the operator's commands, and
 * `flockwork connect`, which sets up the assistants of a machine: from the folder of this repository.
 */
import { runMain, runProgram } from './bootstrap.mjs'

const PROGRAMS = new Map([
  ['admin', 'apps/server/src/cli/admin.ts'],
  ['space', 'apps/server/src/cli/space.ts'],
  ['audit', 'apps/server/src/cli/audit.ts'],
  ['connect', 'packages/connect/src/cli.ts'],
])

await runMain(async () => {
  const [word = '', ...args] = process.argv.slice(2)
  const program = PROGRAMS.get(word)
  if (program !== undefined) return runProgram(program, args, 'run')
  const isHelp = ['', '--help', '-h'].includes(word)
  const help = `Usage: flockwork ${[...PROGRAMS.keys()].join('|')} …; each says more with --help\n`
  process[isHelp ? 'stdout' : 'stderr'].write(isHelp ? help : `There is no ${word}. ${help}`)
  return isHelp ? 0 : 2
})
