/** `npm run bench:record`: see bench/record-round-trip.ts. */
import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('bench/record-round-trip.ts', process.argv.slice(2)))
