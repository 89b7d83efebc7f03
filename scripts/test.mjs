import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('scripts/checks/main.ts', ['test', ...process.argv.slice(2)]))
