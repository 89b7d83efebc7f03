import { expect, test } from 'vitest'
import { readsInTurn } from './reads-in-turn.ts'

function setUp() {
  const begun: string[] = []
  const tasks: (() => void)[] = []
  const send = readsInTurn(
    async (input) => {
      const url = typeof input === 'string' ? input : ''
      begun.push(url)
      if (url === '/broken') throw new TypeError('The network failed')
      return new Response(url)
    },
    (act) => tasks.push(act),
  )
  const runTask = () => tasks.shift()?.()
  return { send, begun, tasks, runTask }
}

test('the first read begins at once, each further one in a task of its own, in order', async () => {
  const { send, begun, tasks, runTask } = setUp()
  const answers = ['/a', '/b', '/c'].map((url) => send(url))
  expect(begun).toEqual(['/a'])
  runTask()
  expect(begun).toEqual(['/a', '/b'])
  runTask()
  expect(begun).toEqual(['/a', '/b', '/c'])
  runTask()
  expect(tasks).toEqual([])

  const texts = await Promise.all(answers.map(async (answer) => (await answer).text()))
  expect(texts).toEqual(['/a', '/b', '/c'])
  void send('/d')
  expect(begun).toEqual(['/a', '/b', '/c', '/d'])
})

test('writes wait for nothing', () => {
  const { send, begun } = setUp()
  void send('/a')
  void send('/b')
  void send('/write', { method: 'POST' })
  expect(begun).toEqual(['/a', '/write'])
})

test('a read that fails does not hold up the next', async () => {
  const { send, runTask } = setUp()
  const failed = send('/broken')
  const next = send('/b')
  runTask()
  await expect(failed).rejects.toThrow('The network failed')
  await expect(next.then(async (answer) => answer.text())).resolves.toBe('/b')
})
