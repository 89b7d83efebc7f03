/** A server that is killed repeatedly under load loses nothing that it acknowledged. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Page } from '../../packages/contract/src/messages.ts'
import { call, eventually } from '../../apps/server/test/calls.ts'
import { createPeople } from '../../apps/server/test/people.ts'
import { seeded, startReader } from './readers.ts'
import { end, isRunning, live } from './lives.ts'

const KILLS = 10
const WRITERS = 6
/** This many more posts are acknowledged before the next kill. */
const POSTS_A_LIFE = 25

test.runIf(process.platform !== 'win32')(
  'ten kills under load: no PostgreSQL process remains, no acknowledged post is lost or repeated, every reader resumes',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-kill-'))
    const said: string[] = []
    let life = await live(dataDir, said)
    // callers wait for the next start instead of retrying in a loop
    let next: Promise<string> = Promise.resolve(life.url)
    let isOver = false
    const readers: ReturnType<typeof startReader>[] = []
    try {
      const { ana, bob, spaceId } = await createPeople(life.url).peopleInOneSpace('ana', 'bob')
      const random = seeded(11)
      readers.push(
        ...Array.from({ length: 8 }, (_, index) =>
          startReader({
            address: () => next,
            token: (index % 2 === 0 ? ana : bob).token(),
            spaceId,
            eventsToCut: () => 20 + random(200),
            tokenInAddress: index === 0,
          }),
        ),
      )
      await Promise.all(readers.map(({ started }) => started))

      const acknowledged: string[] = []
      const tellKiller = new Set<() => void>()
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        const token = (writer % 2 === 0 ? ana : bob).token()
        for (let index = 0; !isOver; index++) {
          const key = `${writer}-${index}`
          for (let isStored = false; !isStored;) {
            const base = await next
            const json = { content: index % 5 === 0 ? `${key} @ana @bob` : key, org_id: spaceId }
            const answer = await call(base, 'POST', '/auth/messages', { token, key, json }).catch(
              () => undefined,
            )
            expect([201, 503, undefined]).toContain(answer?.status)
            isStored = answer?.status === 201
          }
          acknowledged.push(key)
          for (const look of tellKiller) look()
        }
      })
      const acknowledging = (count: number) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (acknowledged.length < count) return
            tellKiller.delete(look)
            resolve()
          }
          tellKiller.add(look)
          look()
        })

      const killing = (async () => {
        for (let kill = 0; kill < KILLS; kill++) {
          await acknowledging(acknowledged.length + POSTS_A_LIFE)
          let isUp: (url: string) => void = () => {}
          next = new Promise((resolve) => (isUp = resolve))
          expect(await end(life, 'SIGKILL')).toBeNull()
          life = await live(dataDir, said)
          isUp(life.url)
        }
        isOver = true
      })()
      await Promise.all([killing, ...writers])
      await Promise.all(readers.map((reader) => reader.receives(acknowledged.length)))

      const stored: string[] = []
      let before: string | null | undefined
      for (let hasMore = true; hasMore;) {
        const query = before === undefined || before === null ? '' : `&before=${before}`
        const path = `/auth/messages?org_id=${spaceId}&limit=100${query}`
        const page = (await call(life.url, 'GET', path, { token: ana.token() })).body as Page
        stored.unshift(...page.posts.map(({ content }) => content))
        before = page.oldest_cursor
        hasMore = page.has_more
      }
      const keyOf = (content: string) => content.split(' ', 1)[0] ?? ''
      expect(stored.map(keyOf).toSorted()).toEqual(acknowledged.toSorted())
      for (const reader of readers) {
        expect(reader.resets).toBe(0)
        expect(reader.received).toEqual(stored)
      }

      const all = said.join('\n')
      for (const secret of [ana.token(), bob.token(), ana.refreshToken, 'a long enough password']) {
        expect(all.includes(secret)).toBe(false)
      }
      for (const reader of readers) reader.stop()
      expect(await end(life, 'SIGTERM')).toBe(0)
    } finally {
      isOver = true
      for (const reader of readers) reader.stop()
      life.process.kill('SIGKILL')
      await eventually(
        async () => isRunning(life.postgres),
        (running) => !running,
      )
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
)
