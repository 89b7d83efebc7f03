import { expect, test } from 'vitest'
import { mentionInComposer, onComposerRequest, takeRequest, writeInComposer } from './composer-requests.ts'

test('a mention waits for the first composer, and is taken once', () => {
  mentionInComposer('chirpy')
  expect(takeRequest('s1')).toBe('@chirpy ')
  expect(takeRequest('s1')).toBeNull()
})

test('a text for a space is not taken by the composers of others', () => {
  writeInComposer('@chirpy hi', 'home')
  expect(takeRequest('team')).toBeNull()
  expect(takeRequest('home')).toBe('@chirpy hi')
  expect(takeRequest('home')).toBeNull()
})

test('a composer on screen is notified of each request', () => {
  const taken: (string | null)[] = []
  const stop = onComposerRequest(() => taken.push(takeRequest('home')))
  mentionInComposer('atlas')
  writeInComposer('hello', 'home')
  stop()
  mentionInComposer('nobody')
  expect(taken).toEqual(['@atlas ', 'hello'])
  expect(takeRequest('home')).toBe('@nobody ')
})
