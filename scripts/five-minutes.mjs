/** `npm run five-minutes`: from a clone to the first agent's answer, with a stopwatch. */
import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('tests/five-minutes/main.ts', process.argv.slice(2)))
