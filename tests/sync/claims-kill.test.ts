/** Agents race for tasks while the server is killed: each task has one winner, and stays with it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { call } from '../../apps/server/test/calls.ts'
import { createPeople, type TestAgent } from '../../apps/server/test/people.ts'
import { end, live } from './lives.ts'
import { openStream } from '../../apps/server/test/stream.ts'

const AGENTS = 50
const TASKS = 20
/** It is killed once this many claims have been acknowledged. */
const KILLED_AT = [4, 11]

test.runIf(process.platform !== 'win32')(
  'fifty agents claim twenty tasks over two kills: each task has one winner',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-claims-'))
    const said: string[] = []
    let life = await live(dataDir, said)
    let next: Promise<string> = Promise.resolve(life.url)
    try {
      const { ana, spaceId } = await createPeople(life.url).peopleInOneSpace('ana')
      const agents: TestAgent[] = []
      for (let index = 0; index < AGENTS; index++) agents.push(await ana.registers(`racer-${index}`))
      const tasks: Task[] = []
      for (let index = 0; index < TASKS; index++) {
        tasks.push(await ana.api.tasks.create({ body: { title: `Race ${index}` } }))
      }

      const winners = new Map<string, string>()
      const waiting = new Set<() => void>()
      const claimOne = async ({ username, token }: TestAgent, { id }: Task) => {
        for (;;) {
          const base = await next
          const answer = await call(base, 'POST', `/api/tasks/${id}/claim`, { token }).catch(() => undefined)
          expect([200, 409, 503, undefined]).toContain(answer?.status)
          if (answer?.status === 409) return
          if (answer?.status !== 200) continue
          // the first response, or the same winner after a lost response
          expect([undefined, username]).toContain(winners.get(id))
          winners.set(id, username)
          for (const look of waiting) look()
          return
        }
      }
      const racing = agents.map(async (agent, index) => {
        // each agent starts with a different task
        for (let step = 0; step < TASKS; step++) {
          const task = tasks[(index + step) % TASKS]
          if (task !== undefined) await claimOne(agent, task)
        }
      })
      const won = (count: number) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (winners.size >= count) resolve()
          }
          waiting.add(look)
          look()
        })
      const killing = (async () => {
        for (const count of KILLED_AT) {
          await won(count)
          let isUp: (url: string) => void = () => {}
          next = new Promise((resolve) => (isUp = resolve))
          expect(await end(life, 'SIGKILL')).toBeNull()
          life = await live(dataDir, said)
          isUp(life.url)
        }
      })()
      await Promise.all([killing, ...racing])

      const token = ana.token()
      const list = await call(life.url, 'GET', `/api/tasks/list?org_id=${spaceId}&limit=500`, { token })
      const now = (list.body as { tasks: Task[] }).tasks
      expect(new Map(now.map(({ id, claimed_by }) => [id, claimed_by?.username]))).toEqual(winners)
      await using stream = await openStream(life.url, { token, spaceId, lastEventId: '0' })
      const claims = () =>
        stream.events.filter(({ event, data }) => event === 'task_update' && data['action'] === 'claimed')
      await stream.next(() => claims().length === TASKS)
      expect(new Set(claims().map(({ data }) => (data['task'] as Task).id)).size).toBe(TASKS)
    } finally {
      await end(life, 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
)
