/** Rules of deliveries to agents (docs/rules/deliveries.md#handed-over). */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/features/mcp'
const TESTS = [`${ROOM}/mailbox/handed-over.api.test.ts`]

export const MCP: readonly MutatedFile[] = [
  {
    file: `${ROOM}/call.ts`,
    tests: TESTS,
    mutations: [
      {
        find: '      if (isReset) lose()\n',
        replace: '',
        breaks: 'a response whose connection was reset is delivered again',
      },
      {
        find: '    isCancelled = true\n    lose()\n',
        replace: '',
        breaks: 'the response to a cancelled call is delivered again',
      },
    ],
  },
  {
    file: `${ROOM}/messages/check.ts`,
    tests: TESTS,
    mutations: [
      {
        find: "  if (readingOf(args, call.actor) === 'taking') await services.mailbox.acknowledge(call)\n",
        replace: '  await services.mailbox.acknowledge(call)\n',
        breaks: 'a read-only check acknowledges nothing',
      },
    ],
  },
  {
    file: 'apps/server/src/features/inbox/pending.ts',
    tests: [`${ROOM}/mailbox/pages.api.test.ts`],
    mutations: [
      {
        find: 'return rows.length < filter.limit ? inDeliveryOrder(rows) : listFirst(db, recipientId, filter)',
        replace: 'return rows',
        breaks: 'no page of mail skips ids from a node whose clock differs',
      },
    ],
  },
  {
    file: 'packages/contract/src/policy/deliveries.ts',
    tests: ['packages/contract/src/policy/deliveries.test.ts'],
    mutations: [
      {
        find: "recipient.type === 'agent' && ",
        replace: '',
        breaks: 'only deliveries to agents show that there is no sign of reading',
      },
    ],
  },
]
