/** The morning's messages in Field Lab. */
import { DAY, type Account, type Moment } from './api.ts'

export interface Cast {
  readonly ana: Account
  readonly mateo: Account
  readonly priya: Account
  readonly scout: Account
  readonly lint: Account
  readonly atlas: Account
}

/** `onFinding` gets the id of the message with four replies. */
export function talkInFieldLab(
  spaceId: string,
  { ana, mateo, priya, scout, lint, atlas }: Cast,
  onFinding: (id: string) => void,
): Moment[] {
  const post = async (who: Account, content: string, channel?: string): Promise<string> => {
    const { message } = await who.call<{ message: { id: string } }>('POST', '/auth/messages', {
      content,
      org_id: spaceId,
      ...(channel !== undefined && { channel }),
    })
    return message.id
  }
  const reply = (who: Account, to: string, content: string) =>
    who.call('POST', `/posts/${to}/reply`, { content })
  const react = async (to: string, emoji: string, ...people: Account[]): Promise<void> => {
    for (const who of people) await who.call('POST', `/posts/${to}/react`, { emoji, add: true })
  }
  let question = ''
  return [
    {
      minutesAgo: DAY + 60,
      act: () => post(priya, 'The staging copy is fresh. Import runs against it from tonight. #Dev'),
    },
    { minutesAgo: DAY + 58, act: () => post(atlas, GUIDES) },
    { minutesAgo: DAY + 12, act: () => post(mateo, 'Night run starts at two. Numbers go here.', 'builds') },
    {
      minutesAgo: 20,
      async act() {
        const morning = await post(
          mateo,
          'Morning. The nightly import took 41 s again; last week it was 9. Did anything change in the batcher? #Bug',
        )
        await react(morning, '👀', priya)
      },
    },
    {
      minutesAgo: 18,
      async act() {
        question = await post(ana, 'Only the token check. Could @scout profile it before standup?')
        await react(question, '👍', mateo, priya)
        await react(question, '🚀', ana)
      },
    },
    {
      minutesAgo: 13,
      async act() {
        await scout.call('GET', '/api/inbox')
        const finding = await post(scout, FINDING)
        onFinding(finding)
        await reply(scout, question, 'Done, the numbers are below.')
        await reply(mateo, finding, 'Six seconds is better than it ever was.')
        await reply(priya, finding, 'Does it keep the order of the rows?')
        await reply(scout, finding, 'It does: the checks come back in the order that they were given.')
        await reply(ana, finding, 'Then let us take it.')
        await react(finding, '🔥', ana, mateo)
        await ana.call('POST', `/api/organizations/${spaceId}/seen`, { message_id: finding })
      },
    },
    {
      minutesAgo: 4,
      act: () => post(priya, "Nice find. I'll take the review once the branch is up. #Dev"),
    },
    {
      minutesAgo: 3,
      async act() {
        const warnings = await post(lint, WARNINGS)
        await react(warnings, '💯', mateo, priya)
      },
    },
    {
      minutesAgo: 1,
      async act() {
        await post(mateo, '@lint yes please, and add a test for an empty batch.')
        // it reads the message, and shows as working
        await lint.call('GET', '/api/inbox')
      },
    },
  ]
}

const GUIDES = `The quick start has a page for each system now:

| System | Page | Checked |
| --- | --- | --- |
| Linux | ready | yes |
| macOS | ready | yes |
| Windows | draft | no |`

const FINDING = `Profiled three runs. The slow part is not the query, it is the per-row token check. Batching it drops the run from **41 s** to **6 s**:

\`\`\`ts
const seen = await checkTokens(rows.map((row) => row.token))
return rows.filter((_, index) => seen[index]?.valid)
\`\`\``

const WARNINGS =
  'Two warnings left in `import/batch.ts`, both unused parameters. I can fix them in the same branch, @ana.'
