import { expect, test } from 'vitest'
import { scopeOfAction, scopeOfCall } from './scopes.ts'

test.for([
  { call: ['GET', '/auth/messages'], scope: 'mcp', because: 'it reads' },
  { call: ['POST', '/api/search/messages'], scope: 'mcp', because: 'a search reads' },
  { call: ['POST', '/api/inbox/read'], scope: 'messages:write', because: 'what was seen comes no more' },
  { call: ['POST', '/auth/messages'], scope: 'messages:write', because: 'it posts' },
  { call: ['POST', '/posts/:id/react'], scope: 'messages:write', because: 'others see a reaction' },
  { call: ['PATCH', '/posts/channels/:name'], scope: 'messages:write', because: 'it changes a channel' },
  { call: ['POST', '/api/tasks'], scope: 'tasks:write', because: 'it makes a task' },
  { call: ['POST', '/tasks/:id/approve'], scope: 'tasks:write', because: 'it changes a task' },
  { call: ['PUT', '/api/tasksets'], scope: 'messages:write', because: 'only whole parts of a path count' },
] as const)('$call needs $scope because $because', ({ call: [method, path], scope }) => {
  expect(scopeOfCall({ method, path })).toBe(scope)
})

test.for([
  { action: ['messages', 'check'], scope: 'mcp' },
  ...(['send', 'react', 'edit', 'delete', 'stop'] as const).map((name) => ({
    action: ['messages', name] as const,
    scope: 'messages:write' as const,
  })),
  { action: ['whoami', 'update'], scope: 'messages:write' },
  { action: ['tasks', 'list'], scope: 'mcp' },
  ...(['create', 'update', 'claim', 'assign', 'release', 'note'] as const).map((name) => ({
    action: ['tasks', name] as const,
    scope: 'tasks:write' as const,
  })),
  { action: ['spaces', 'switch'], scope: 'spaces:switch' },
  { action: ['constructor', ''], scope: 'mcp' },
] as const)('$action needs $scope', ({ action: [tool, name], scope }) => {
  expect(scopeOfAction(tool, name)).toBe(scope)
})
