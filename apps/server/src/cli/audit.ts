/** `flockwork audit`: see audit-command.ts. */
import { runAudit } from './audit-command.ts'

process.exitCode = await runAudit(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
})
