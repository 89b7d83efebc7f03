import { expect, test } from 'vitest'
import { isPage } from './server-paths.ts'

test.for([
  '/',
  '/home',
  '/m/5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f',
  '/tasks',
  '/tasks/',
  '/help/a-short-tour',
  '/oauth/token',
  '/oauth/success/',
  '/join/code',
  '/reset',
  '/device',
  '/consent/x',
  '/apix',
  '/documents',
])('%s is a page of the app', (path) => {
  expect(isPage(path)).toBe(true)
})

test.for([
  '/api',
  '/api/docs',
  '/auth/github',
  '/posts/x',
  '/tasks/x',
  '/onboarding/x',
  '/demo/x',
  '/docs',
  '/mcp',
  '/oauth/authorize',
  '/.well-known/oauth-authorization-server',
  '/healthz',
  '/readyz',
  '/metrics',
  '/service-worker.js',
])('%s is answered by the server', (path) => {
  expect(isPage(path)).toBe(false)
})
