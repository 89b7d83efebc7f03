import { expect, test } from 'vitest'
import { opensInShell } from './own-links.ts'

test.for(['/', '/tasks', '/help/mcp', '/m/0198a000', '/devices', '/resetting', '/apis', '/join/code'])(
  '%s opens in the shell',
  (path) => {
    expect(opensInShell(path)).toBe(true)
  },
)

test.for([
  { path: '/api/docs', because: 'the server answers it' },
  { path: '/auth/github', because: 'the server answers it' },
  { path: '/docs', because: 'it leads to another site' },
  { path: '/mcp', because: 'the server answers it' },
  { path: '/metrics', because: 'the server answers it' },
  { path: '/healthz', because: 'the server answers it' },
  { path: '/readyz', because: 'the server answers it' },
  { path: '/.well-known/jwks.json', because: 'the server answers it' },
  { path: '/oauth/token', because: 'it is a page without the shell' },
  { path: '/consent/abc', because: 'it is a page without the shell' },
  { path: '/device', because: 'it is a page without the shell' },
  { path: '/reset', because: 'it is a page without the shell, and its hash is a secret' },
])('$path loads the document anew because $because', ({ path }) => {
  expect(opensInShell(path)).toBe(false)
})
