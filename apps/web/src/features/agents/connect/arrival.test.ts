import type { Connection } from '@flockwork/contract/agent-connection'
import { expect, test } from 'vitest'
import { arrivalOf, LATE_AFTER_MS, errorSince } from './arrival.ts'
import { clientName } from './client-name.ts'

const nobody: Connection = {
  last_handshake_at: null,
  last_active_at: null,
  client: null,
  protocol: null,
  last_error: null,
  failed_step: null,
  waiting: 0,
  handed_over: [],
  first_message: null,
}
const [EARLY, NOON, LATER] = [
  '2026-01-01T11:00:00.000Z',
  '2026-01-01T12:00:00.000Z',
  '2026-01-01T13:00:00.000Z',
]
const came: Connection = {
  ...nobody,
  last_handshake_at: NOON,
  last_active_at: NOON,
  client: 'claude-code 2.1',
}
const failed: Connection = {
  ...nobody,
  last_error: { at: NOON, message: 'No such token' },
  failed_step: 'credential',
}

test.for([
  { now: undefined, before: null, ms: 0, is: 'waiting', because: 'nothing is known yet' },
  { now: nobody, before: null, ms: LATE_AFTER_MS - 1, is: 'waiting', because: 'setting up takes a while' },
  { now: nobody, before: null, ms: LATE_AFTER_MS, is: 'late', because: 'it took longer' },
  { now: undefined, before: null, ms: LATE_AFTER_MS, is: 'late', because: 'even the server says nothing' },
  { now: came, before: null, ms: LATE_AFTER_MS, is: 'arrived', because: 'better late than never' },
  {
    now: { ...nobody, last_active_at: NOON },
    before: null,
    ms: 0,
    is: 'arrived',
    because: 'a script has no handshake',
  },
  { now: came, before: came, ms: 0, is: 'waiting', because: 'that was an earlier client' },
  {
    now: { ...came, last_handshake_at: LATER },
    before: came,
    ms: 0,
    is: 'arrived',
    because: 'a client came since',
  },
  {
    now: { ...came, last_active_at: LATER },
    before: came,
    ms: 0,
    is: 'waiting',
    because: 'an earlier client may call',
  },
])('is $is because $because', ({ now, before, ms, is }) => {
  expect(arrivalOf(now, before, ms).kind).toBe(is)
})

test.for([
  { now: failed, before: null, shows: true, because: 'a client was refused' },
  { now: failed, before: failed, shows: false, because: 'that was before' },
  {
    now: { ...came, last_error: failed.last_error },
    before: null,
    shows: false,
    because: 'it arrived after all',
  },
  {
    now: { ...came, last_handshake_at: EARLY, last_error: failed.last_error },
    before: null,
    shows: true,
    because: 'it was refused after it had arrived',
  },
  { now: came, before: null, shows: false, because: 'nothing went wrong' },
])('trouble shows=$shows because $because', ({ now, before, shows }) => {
  expect(errorSince(now, before, arrivalOf(now, before, 0)) !== null).toBe(shows)
})

test.for([
  ['claude-code 2.1.0', 'Claude Code'],
  ['claude-ai 0.1.0 (via mcp-remote 0.1.18)', 'Claude'],
  ['codex-mcp-client 0.98', 'Codex'],
  ['gemini-cli-mcp-client-flockwork 1.0', 'Gemini'],
  ['Visual Studio Code 1.115', 'VS Code'],
  ['claudette 3', 'claudette 3'],
  ['my own client 1.0', 'my own client 1.0'],
] as const)('%s is shown as %s', ([client, shown]) => {
  expect(clientName(client)).toBe(shown)
})
