import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('bench/main.ts', process.argv.slice(2)))
