/**
 * A failed start that an operator can fix. `main` prints only the message, so it names what is wrong
 * and what to do, and exits with code 1. Anything else thrown during a start is a bug and is printed with its stack.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
