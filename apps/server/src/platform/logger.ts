/** The log: one line of JSON per entry, with secrets redacted. */
import pino from 'pino'

export type Logger = pino.Logger

const SECRET_FIELDS = [
  'token',
  'refresh_token',
  'access_token',
  'password',
  'setup_code',
  'invite_code',
  'agent_token',
]

/** @param destination where the lines go; by default standard output */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        ...SECRET_FIELDS,
        ...SECRET_FIELDS.map((field) => `*.${field}`),
        'headers.authorization',
        'headers.cookie',
        '*.headers.authorization',
        '*.headers.cookie',
      ],
      censor: '[hidden]',
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** A URL for the log: the path without its query, which may have tokens, and without invite codes. */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.replace(/^\/(join|api\/invites)\/.+/, '/$1/[hidden]')
}
