/** `flockwork admin`: see admin-command.ts. */
import { runAdmin } from './admin-command.ts'

const { code, out, err } = await runAdmin(process.argv.slice(2), process.env)
process.stdout.write(out)
process.stderr.write(err)
process.exitCode = code
