/** `flockwork space`: see space-command.ts. */
import { runSpace } from './space-command.ts'

process.exitCode = await runSpace(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
})
