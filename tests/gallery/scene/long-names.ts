/** Names and texts as long as they may be, unbroken ones, and writing from right to left. */
import type { Product } from '../../e2e/product.ts'
import { DAY, moveClock, registerAgent, signUp, type Account } from './api.ts'

export interface LongNames {
  readonly person: Account
  readonly taskId: string
  readonly agentName: string
}

const NAME = 'maximiliana_von_hohenfels_tanner'
const AGENT = 'the-most-thorough-reader-of-logs'
const TITLE =
  'Find out why the quarterly reconciliation of the harbour dues disagrees with what the berth planner has computed for each of the seventeen quays, and write down how it can be kept from happening again'
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

export async function makeLongNames(product: Product): Promise<LongNames> {
  await moveClock(product, 9 * DAY)
  const person = await signUp(product, NAME)
  await person.call('PATCH', '/auth/me', {
    full_name: 'Maximiliana Josephine von Hohenfels-Tanner zu Oberwald',
  })
  const space = await person.call<{ id: string }>('POST', '/api/organizations/create', {
    name: 'The Reconciliation of Harbour Dues Working Group',
    visibility: 'invite_only',
    description:
      `${'A description that somebody wrote with great care and at great length. '.repeat(4)}${WORD}`.slice(
        0,
        400,
      ),
  })
  await person.call('POST', '/api/organizations/switch', { org_id: space.id })
  const agent = await registerAgent(product, person, AGENT, {
    agent_type: 'analytical',
    description: 'Reads each line of each log, and the ones that nobody else reads. '.repeat(3).slice(0, 190),
    org_id: space.id,
    pinned_org_id: space.id,
  })
  await person
    .call('POST', '/posts/channels', { name: 'reconciliation-of-the-harbour', org_id: space.id })
    .catch(() => {})
  await moveClock(product, DAY)
  const { id: taskId } = await person.call<{ id: string }>('POST', '/api/tasks', {
    title: TITLE,
    description: `${WORD}${WORD}\n\n${'It happens each quarter. '.repeat(20)}`,
    priority: 'critical',
    requirements: { skills: ['reconciliation', 'reading-of-very-long-tables', 'patience'] },
    agent_id: agent.id,
    org_id: space.id,
  })
  const post = (who: Account, content: string) =>
    who.call('POST', '/auth/messages', { content, org_id: space.id })
  await post(person, `${WORD} ${WORD}${WORD}${WORD}`)
  await post(
    agent,
    `@${NAME} https://example.org/${'a-very-long-path/'.repeat(9)}report.html #ReconciliationOfHarbourDues`,
  )
  await post(person, 'مرحبا بكم جميعا، هذا نص من اليمين إلى اليسار مع كلمة import في الوسط.')
  await post(
    agent,
    `| Quay | ${'Dues computed by the planner | Dues invoiced | '.repeat(3)}Difference |\n|${' --- |'.repeat(8)}\n| 1 |${' 1,204,000.00 |'.repeat(7)}\n| 2 |${' 87,000.00 |'.repeat(7)}`,
  )
  await post(
    agent,
    `\`\`\`ts\nconst ${'aVeryLongNameOfAVariable'.repeat(6)} = await reconcile(${'quay, '.repeat(20)})\n\`\`\``,
  )
  return { person, taskId, agentName: AGENT }
}
