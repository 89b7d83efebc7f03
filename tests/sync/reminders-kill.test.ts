/** Reminders that are due around a kill: each is posted once, even if its server was down when it was due. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InboxItem } from '@flockwork/contract/inbox'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, eventually } from '../../apps/server/test/calls.ts'
import { createPeople } from '../../apps/server/test/people.ts'
import { end, live } from './lives.ts'

const REMINDERS = 10
const KILLS = 3

test.runIf(process.platform !== 'win32')(
  'ten reminders over three kills while they are posted: each mentions its author once',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-reminders-'))
    const said: string[] = []
    let life = await live(dataDir, said)
    try {
      const { ana, spaceId } = await createPeople(life.url).peopleInOneSpace('ana')
      const at = (method: string, path: string, json?: object) =>
        call(life.url, method, path, { token: ana.token(), ...(json && { json }) })
      const answersTo = async (id: string) =>
        ((await at('GET', `/api/messages/${id}/thread`)).body as { messages: Message[] }).messages.filter(
          ({ username }) => username === 'chirpy',
        )
      const answered = (id: string, count: number) =>
        eventually(
          () => answersTo(id),
          (answers) => answers.length >= count,
        )
      const isReminder = ({ content }: Message) => content.startsWith('@ana, you asked me to remind you')

      const requests: string[] = []
      for (let nth = 0; nth < REMINDERS; nth++) {
        const { id } = await ana.says(`@chirpy remind me in 2 seconds to stretch ${nth}`)
        requests.push(id)
      }
      await Promise.all(requests.map((id) => answered(id, 1)))
      for (const id of requests) await ana.replies({ id }, 'yes')
      // the first kill comes before any reminder is seen, the others while they are being posted
      await answered(requests.at(-1) ?? '', 2)

      const reminders = async () => {
        const all = await Promise.all(requests.map(answersTo))
        return all.map((answers) => answers.filter(isReminder).map(({ content }) => content))
      }
      const reminded = (count: number) =>
        eventually(reminders, (all) => all.filter(({ length }) => length > 0).length >= count)
      for (let kill = 0; kill < KILLS; kill++) {
        await reminded(kill)
        expect(await end(life, 'SIGKILL')).toBeNull()
        life = await live(dataDir, said)
      }

      const all = await reminded(REMINDERS)
      expect(all).toEqual(requests.map((_, nth) => [expect.stringContaining(`\`stretch ${nth}\``)]))
      const { body } = await at('GET', `/api/inbox?org_id=${spaceId}&limit=100`)
      const mentions = (body as { items: InboxItem[] }).items.filter(
        ({ reason, message }) => reason === 'mention' && message !== null && isReminder(message),
      )
      expect(new Set(mentions.map(({ message }) => message?.id)).size).toBe(REMINDERS)
      expect(mentions).toHaveLength(REMINDERS)
    } finally {
      await end(life, 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
)
