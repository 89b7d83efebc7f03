/** Rules of models' spending and output, and of answers without a model. */
import type { MutatedFile } from '../mutation.ts'

const ROOMS = 'apps/server/src/features'
const GUIDE = `${ROOMS}/guide/model.api.test.ts`

export const MODELS: readonly MutatedFile[] = [
  {
    file: `${ROOMS}/budgets/rules.ts`,
    tests: [`${ROOMS}/budgets/rules.test.ts`],
    mutations: [
      {
        find: '    return spent[span][unit] > amount\n',
        replace: '    return spent[span][unit] > amount + 1\n',
        breaks: 'nothing is spent beyond a cap',
      },
      {
        find: "    if (unit === 'microdollars' && !isPriced) return true\n",
        replace: '',
        breaks: 'a cap in dollars blocks calls of unknown price',
      },
    ],
  },
  {
    file: `${ROOMS}/budgets/leases.ts`,
    tests: [`${ROOMS}/budgets/budgets.api.test.ts`],
    mutations: [
      {
        find: '    if (cap !== undefined) throw new NoBudget(one.subject, cap)\n',
        replace: '',
        breaks: 'a call without budget is not made',
      },
      {
        find: "    ...(personId === null ? [] : [{ subject: 'person' as const, id: personId }]),\n",
        replace: '',
        breaks: "a person's caps apply to all agents together",
      },
      {
        find: '      tokens: amount.tokens - row.tokens,\n',
        replace: '      tokens: 0,\n',
        breaks: 'the unused part of a reservation is released',
      },
    ],
  },
  {
    file: `${ROOMS}/runs/runs.ts`,
    tests: [GUIDE],
    mutations: [
      {
        find: "        if (!may) {\n          throw new Forbidden('Who asked, the agent’s owner and administrators may stop it')\n        }\n",
        replace: '        void may\n',
        breaks: 'only the requester, the owner and administrators may stop a run',
      },
      {
        find: '!(await mayShow(text)) || ',
        replace: '',
        breaks: 'partial text that a message may not contain is not shown',
      },
    ],
  },
  {
    file: `${ROOMS}/runs/partial.ts`,
    tests: [`${ROOMS}/runs/partial.test.ts`],
    mutations: [
      {
        find: 'text.length - HELD_BACK_CHARS',
        replace: 'text.length',
        breaks: 'the end of partial text is withheld',
      },
    ],
  },
  {
    file: `${ROOMS}/guide/actions/actions.ts`,
    tests: [`${ROOMS}/guide/actions/actions.api.test.ts`],
    mutations: [
      {
        find: ' || !hashOf(request).equals(requestHash)',
        replace: '',
        breaks: 'a request that was edited after the offer is not carried out',
      },
      {
        find: 'since: new Date(clock.now() - VALID_MS)',
        replace: 'since: new Date(0)',
        breaks: 'an offer is valid for 15 minutes',
      },
      {
        find: '  if (!isPerson) return replies.peopleOnly\n',
        replace: '',
        breaks: "agents can't request actions",
      },
    ],
  },
  {
    file: `${ROOMS}/guide/actions/repository.ts`,
    tests: [`${ROOMS}/guide/actions/actions.api.test.ts`],
    mutations: [
      {
        find: 'where space_id = ${spaceId} and thread_id = ${threadId} and asker_id = ${askerId}\n        and (answered_by',
        replace:
          'where space_id = ${spaceId} and thread_id = ${threadId} and ${askerId}::uuid is not null\n        and (answered_by',
        breaks: "only the requester's yes is accepted",
      },
    ],
  },
  {
    file: `${ROOMS}/catch-up/fit.ts`,
    tests: [`${ROOMS}/catch-up/fit.test.ts`],
    mutations: [
      {
        find: '        counting.exactly(one) <= size.tokens &&\n',
        replace: '',
        breaks: 'an answer never exceeds the requested number of tokens',
      },
      {
        find: 'index >= sheet.handled || !shown.has(keyOf(row))',
        replace: 'index >= sheet.handled',
        breaks: 'a section that is shown in part counts as left out',
      },
    ],
  },
  {
    file: `${ROOMS}/catch-up/repository.ts`,
    tests: [`${ROOMS}/catch-up/catch-up.api.test.ts`],
    mutations: [
      {
        find: " and d.state not in ('undeliverable', 'held')",
        replace: '',
        breaks: 'held and undeliverable messages are addressed to nobody',
      },
      {
        find: "(d.state in ('stored', 'delivered', 'expired') or d.at > ${asOf})",
        replace: "(d.state in ('stored', 'delivered') or d.at > ${asOf})",
        breaks: 'a delivery that expired unread counts as unread',
      },
    ],
  },
  {
    file: `${ROOMS}/mcp/messages/check.ts`,
    tests: [`${ROOMS}/mcp/messages/catch-up.api.test.ts`],
    mutations: [
      {
        find: "  if (args.mode === 'catch_up') return checkCatchUp(services, call, args)\n",
        replace:
          "  if (args.mode === 'catch_up') {\n    await services.mailbox.acknowledge(call)\n    return checkCatchUp(services, call, args)\n  }\n",
        breaks: 'catching up acknowledges nothing',
      },
    ],
  },
]
