/** `npm run test:hostile`: 2,000 hostile texts in a browser, of which `npm test` shows 200. */
import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('scripts/checks/main.ts', ['hostile']))
