import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('bench/feed/main.ts', process.argv.slice(2)))
