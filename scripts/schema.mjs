import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('scripts/schema.ts', process.argv.slice(2)))
