/** `npm run seed`: see seed-command.ts. */
import { runSeed } from './seed-command.ts'

process.exitCode = await runSeed(process.argv.slice(2), process.env, (line) => {
  process.stdout.write(`${line}\n`)
})
