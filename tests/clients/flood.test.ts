/** Nothing is lost on the way to the model of a real agent program, and only what it received counts as seen. */
import type { Message } from '@flockwork/contract/messages'
import { describe, expect, test } from 'vitest'
import { startLab } from './lab.ts'
import { PROGRAMS, type Program } from './programs.ts'
import type { ReadMessage } from './reading.ts'
import type { Act } from './stand-in/model.ts'

const COUNT = 100
/** Long texts as people write them, with numbered lines, so that a gap shows. */
const LINES = [
  'the quick brown fox "jumps" over the lazy dog \\ again',
  '        return { "indented": [1, 2, 3] }',
  'Съешь же ещё этих мягких французских булок',
  '我能吞下玻璃而不伤身体。我能吞下玻璃而不伤身体。',
  '🦊 🐕 👩‍💻 emoji of several units, and <tags> & such',
]

function longText(n: number): string {
  const line = LINES[n % LINES.length] ?? ''
  const lines = Array.from({ length: 400 }, (_, row) => `${n}.${row} ${line}`)
  let text = '@scout long mail'
  for (const one of lines) if ([...text].length + [...one].length < 4900) text += `\n${one}`
  return text
}

type Lab = Awaited<ReturnType<typeof startLab>>

async function flood({ ana }: Lab): Promise<Message[]> {
  const posts: Message[] = []
  for (let n = 0; n < COUNT; n++) posts.push(await ana.says(longText(n)))
  return posts
}

/** Reads page by page, following the answers, until nothing is unread or `pages` are read. */
async function readAll(
  act: Act,
  read: Program['read'],
  onPage: (messages: readonly ReadMessage[]) => void,
): Promise<void> {
  for (let pages = 0, next: string | null = null; pages < COUNT; pages++) {
    const given = next === null ? {} : { cursor: next }
    const { messages, more, cursor, hasNote } = read(await act('messages', { action: 'check', ...given }))
    expect(hasNote).toBe(true)
    onPage(messages)
    if (more === 0) return
    next = cursor
  }
}

describe.for(PROGRAMS)('$name', (program) => {
  test('reads a hundred long messages page by page, each completely and once, and all are seen', async () => {
    await using lab = await startLab(program)
    const posts = await flood(lab)

    const got: ReadMessage[] = []
    await lab.client.run(async (act) => {
      await readAll(act, program.read, (messages) => got.push(...messages))
      await act('messages', { action: 'check' })
    })

    expect(got.map(({ id }) => id)).toEqual(posts.map(({ short_id: id }) => id))
    for (const [at, { content }] of got.entries()) expect(content).toBe(posts[at]?.content)
    for (const { from, trust } of got) expect([from, trust]).toEqual(['person, your owner', 'owner'])
    expect(new Set((await lab.statesOf(posts)).values())).toEqual(new Set(['seen']))
  })

  test('when killed between two pages, has seen only what it acknowledged, and reads the rest after a restart', async () => {
    await using lab = await startLab(program)
    const posts = await flood(lab)

    const pages: (readonly ReadMessage[])[] = []
    const twoRead = Promise.withResolvers<void>()
    const running = await lab.client.start(async (act) => {
      await readAll(act, program.read, (messages) => {
        pages.push(messages)
        if (pages.length === 2) twoRead.resolve()
      }).catch(twoRead.reject)
    })
    running.ended.catch(twoRead.reject)
    await twoRead.promise
    await running.kill()

    const idsOf = (messages: readonly ReadMessage[]) => new Set(messages.map(({ id }) => id))
    const reached = idsOf(pages.flat())
    const states = await lab.statesOf(posts)
    for (const { id, short_id: short } of posts) {
      if (states.get(id) === 'seen') expect(reached).toContain(short)
    }

    const rest: ReadMessage[] = []
    await lab.client.run(async (act) => readAll(act, program.read, (messages) => rest.push(...messages)))
    const all = idsOf([...pages.flat(), ...rest])
    expect(posts.filter(({ short_id: short }) => !all.has(short))).toEqual([])
  })

  test('is woken by a message, answers it, and loses nothing when killed during a wait', async () => {
    await using lab = await startLab(program)
    const { ana, server } = lab
    const waits = () => expect.poll(() => server.services.mcp.waits.agents(), { timeout: 30_000 })

    const lost = await lab.client.start(async (act) => {
      await act('messages', { wait: true })
    })
    await waits().toEqual([lab.scout.id])
    await lost.kill()
    lost.ended.catch(() => {})
    const first = await ana.says('@scout while you were away')

    const texts: string[] = []
    const back = lab.client.run(async (act) => {
      texts.push(await act('messages', { wait: true }))
      texts.push(await act('messages', { wait: true }))
      const [message] = program.read(texts[1] ?? '').messages
      await act('messages', { action: 'send', content: 'I am', parent_message_id: message?.id })
    })
    await expect.poll(() => texts.length, { timeout: 30_000 }).toBe(1)
    await waits().toEqual([lab.scout.id])
    const second = await ana.says('@scout are you back?')
    await back

    expect(texts.map((text) => program.read(text).messages.map(({ id }) => id))).toEqual([
      [first.short_id],
      [second.short_id],
    ])
    const states = await lab.statesOf([first, second])
    expect([states.get(first.id), states.get(second.id)]).toEqual(['seen', 'answered'])
  })
})
