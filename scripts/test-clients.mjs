/** `npm run test:clients`: Claude Code, Codex and Gemini CLI, from the registry, and what reaches their models. */
import { runMain, runProgram } from './bootstrap.mjs'

await runMain(() => runProgram('scripts/checks/main.ts', ['clients']))
