/** `npm run seed -- --messages N [--space SLUG]`: fills an instance with believable talk. */
import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('apps/server/src/cli/seed.ts', process.argv.slice(2), 'run'))
