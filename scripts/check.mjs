import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('scripts/checks/main.ts', ['check', ...process.argv.slice(2)]))
