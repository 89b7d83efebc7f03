/** `npm run test:postgres15`: every API test on the oldest PostgreSQL that a deployment may bring. */
import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('scripts/checks/main.ts', ['postgres15']))
