import { spawn, spawnSync } from 'node:child_process'

/**
 * The wrapper for Windows, which has neither signals nor a shell; a program, started by wrapper.ts. Runs PostgreSQL until
 * standard input ends, as it does whichever way the server ends, then stops it with pg_ctl.
 */
const [pgCtl = '', folder = '', postgres = '', ...args] = process.argv.slice(2)

const child = spawn(postgres, args, { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true })
child.on('error', () => process.exit(1))
child.on('exit', (code) => process.exit(code ?? 1))

process.stdin.resume().on('end', () => {
  spawnSync(pgCtl, ['stop', '-D', folder, '-m', 'fast'], { stdio: 'ignore', windowsHide: true })
})
