import { fileURLToPath } from 'node:url'
import type { Binaries } from './binaries.ts'
import type { Command } from './child-process.ts'
import { commandAs } from './identity.ts'
import type { Identity } from './identity.ts'

/**
 * Starts PostgreSQL and waits for the end of standard input, which comes when the server closes it or dies in any
 * way. Then it interrupts PostgreSQL and waits. Only PostgreSQL has standard error open, so its end means that
 * PostgreSQL has ended; as this shell reaps it only at the end, its id can't be reused before the signal.
 */
const UNIX_WRAPPER = `
"$@" </dev/null &
trap '' INT TERM HUP
exec >/dev/null 2>&1
while read -r _; do :; done
kill -INT $!
wait $!
`

/** The command that runs PostgreSQL as `identity` while the command's standard input is open. */
export function wrapCommand(
  binaries: Binaries,
  identity: Identity,
  folder: string,
  settings: string[],
): Command {
  const args = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])]
  if (process.platform === 'win32') return wrapCommandForWindows(binaries, folder, args)

  // A plain user runs the shell as well; only PostgreSQL enters a namespace.
  const inner = commandAs(identity.kind === 'user' ? { kind: 'self' } : identity, binaries.postgres, args)
  const outer = ['-c', UNIX_WRAPPER, 'flockwork-postgres', inner.file, ...inner.args]
  return commandAs(identity.kind === 'user' ? identity : { kind: 'self' }, '/bin/sh', outer)
}

/** The same without signals and shell, for Windows. */
export function wrapCommandForWindows(binaries: Binaries, folder: string, args: string[]): Command {
  const script = fileURLToPath(new URL('windows-wrapper.ts', import.meta.url))
  return { file: process.execPath, args: [script, binaries.pgCtl, folder, binaries.postgres, ...args] }
}
