#!/usr/bin/env node
/** `flockwork admin ...`: the operator's command, from the folder of this repository. */
import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => {
  const [word, ...args] = process.argv.slice(2)
  const isAdmin = word === 'admin'
  const isHelp = word === undefined || word === '--help' || word === '-h'
  return runProgram(
    'apps/server/src/cli/admin.ts',
    isAdmin ? args : isHelp ? ['--help'] : process.argv.slice(2),
    'run',
  )
})
