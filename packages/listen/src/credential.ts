/** The agent's credential: a given token, or the tokens of a sign-in (oauth.ts). */
import { readFile } from 'node:fs/promises'
import { FatalError, textOf } from './errors.ts'

export interface Credential {
  token(): Promise<string>
  /** The server refused `refused`. @returns whether there is another token now. */
  renew(refused: string): Promise<boolean>
  /** What a person can do if it is permanently refused. */
  readonly advice: string
}

export function fixedToken(token: string): Credential {
  return {
    token: async () => token,
    renew: async () => false,
    advice: 'Give the agent a new token and start again with it.',
  }
}

/** A token read from a file, which may be replaced while the listener runs. @throws FatalError if there is none. */
export async function tokenFile(file: string): Promise<Credential> {
  let token = await readToken(file)
  return {
    token: async () => token,
    async renew(refused) {
      token = await readToken(file)
      return token !== refused
    },
    advice: `Put a new token of the agent into ${file}.`,
  }
}

async function readToken(file: string): Promise<string> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new FatalError(`The token can't be read: ${textOf(error)}`)
  }
  const token = text.trim()
  if (!isToken(token)) throw new FatalError(`${file} contains no token`)
  return token
}

/** Whether it is valid in an HTTP header. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
