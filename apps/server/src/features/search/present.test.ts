import { expect, test } from 'vitest'
import { contextOf } from './present.ts'

test('the context of a short text is the whole text', () => {
  expect(contextOf('the crane is down', 4)).toBe('the crane is down')
  expect(contextOf('the crane is down', undefined)).toBeNull()
})

test('the context of a long text is the part around the match', () => {
  const context = contextOf(`${'before '.repeat(100)}crane ${'after '.repeat(100)}`, 700)
  expect(context).toMatch(/^….*crane.*…$/)
  expect(context?.length).toBeLessThan(210)
})

test('no emoji is split', () => {
  for (let at = 0; at < 4; at++) {
    const text = `${'x'.repeat(at)}${'😀'.repeat(300)}`
    expect(contextOf(text, 150)?.isWellFormed()).toBe(true)
  }
})
