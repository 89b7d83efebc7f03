import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('scripts/mutate/main.ts', process.argv.slice(2)))
