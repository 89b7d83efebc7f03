/** `npm run seed -- --messages N [--space SLUG]`: fills an instance with believable talk. */
import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('apps/server/src/seed.ts', process.argv.slice(2)))
