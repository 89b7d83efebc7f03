import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'

/** `code` is undefined for a program that could not be started or was killed by a signal. */
export interface RunResult {
  code: number | undefined
  stdout: string
  stderr: string
}

/** A program with its arguments and, when the caller is root, the user it runs as. */
export interface Command {
  file: string
  args: string[]
  uid?: number
  gid?: number
}

/**
 * The environment of every PostgreSQL program: almost empty, so that the server's secrets and the
 * operator's `PG*` variables don't reach it.
 */
export function plainEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const passed = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passed), LC_ALL: 'C', ...extra }
}

/** The folder to start programs in: one that every user can enter. */
export function neutralFolder(): string {
  return parse(process.execPath).root
}

/** Runs a program to its end. Never rejects: a program that can't be started has no code. */
export function run(command: Command): Promise<RunResult> {
  const { file, args, ...ids } = command
  return new Promise((resolve) => {
    let stdout = ''
    let stderr = ''
    const failed = (error: Error) => resolve({ code: undefined, stdout, stderr: error.message })

    try {
      const child = spawn(file, args, {
        ...ids,
        cwd: neutralFolder(),
        env: plainEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
      })
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
      child.on('error', failed)
      child.on('close', (code) => resolve({ code: code ?? undefined, stdout, stderr }))
    } catch (error) {
      failed(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

/**
 * Tells a living process from a later one with the same id: its start time. Undefined for an id that is free, and for a
 * zombie.
 */
export async function processFingerprint(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The second field is the program's name in parentheses and may have spaces; the state follows it.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  }
  if (process.platform === 'win32') return answersToSignals(pid) ? 'alive' : undefined

  const { code, stdout } = await run({ file: 'ps', args: ['-o', 'stat=,lstart=', '-p', String(pid)] })
  const [state, ...began] = stdout.trim().split(/\s+/)
  return code !== 0 || state?.startsWith('Z') !== false ? undefined : began.join('-')
}

/** The name of the program that `pid` runs; undefined where that can't be found. Threads have one as well. */
export async function programName(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  if (process.platform === 'linux') {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined)
    return name?.trim()
  }
  const { code, stdout } = await run({ file: 'ps', args: ['-o', 'comm=', '-p', String(pid)] })
  return code === 0 ? parse(stdout.trim()).base : undefined
}

/** Interrupts a process, which for PostgreSQL is a fast shutdown. Ignores one that has ended. */
export function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It ended by itself.
  }
}

function answersToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
