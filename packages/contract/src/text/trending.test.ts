import { expect, test } from 'vitest'
import { mayTrend } from './trending.ts'

test.for([
  { topic: 'deploy', may: true, because: 'it is a word' },
  { topic: 'q3', may: true, because: 'two characters are enough' },
  { topic: 'q', may: false, because: 'one is not' },
  { topic: '東京', may: true, because: 'two letters of any script are enough' },
  { topic: '𝒳', may: false, because: 'one letter is one, however it is stored' },
  { topic: '2026', may: false, because: 'a number is no topic' },
  { topic: '٢٠٢٦', may: false, because: 'nor in other digits' },
  { topic: 'the', may: false, because: 'a stop word says nothing' },
  { topic: 'The', may: false, because: 'in any case' },
  { topic: 'then', may: true, because: 'it only begins like one' },
])('$topic may trend: $may, because $because', ({ topic, may }) => {
  expect(mayTrend(topic)).toBe(may)
})
