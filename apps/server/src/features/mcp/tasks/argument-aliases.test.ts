import { expect, test } from 'vitest'
import { resolveAliases } from './argument-aliases.ts'

test.for([
  { given: {}, read: {}, because: 'nothing is named' },
  {
    given: { action: 'details', task_id: 'T-1' },
    read: { action: 'get', task_id: 'T-1' },
    because: 'it is get',
  },
  { given: { action: ' Details ' }, read: { action: 'get' }, because: 'case and space do not matter' },
  {
    given: { action: 'search', search_query: 'x' },
    read: { action: 'list', query: 'x' },
    because: 'it is list',
  },
  {
    given: { action: 'done', id: 'T-1' },
    read: { action: 'complete', task_id: 'T-1' },
    because: 'it is done',
  },
  { given: { action: 'notes' }, read: { action: 'notes' }, because: 'it reads notes' },
  {
    given: { action: 'notes', note: 'so far' },
    read: { action: 'note', note: 'so far' },
    because: 'who gives a note adds it',
  },
  { given: { filter: 'my_tasks' }, read: { filter: 'mine' }, because: 'others call it so' },
  {
    given: { filter: 'nonsense' },
    read: { filter: 'nonsense' },
    because: 'what is unknown is refused later',
  },
  { given: { action: 'constructor' }, read: { action: 'constructor' }, because: 'every object has it' },
  {
    given: { action: 'assign', agent_name: 'scout' },
    read: { action: 'assign', assignee: 'scout' },
    because: 'others call the assignee so',
  },
  {
    given: { assignee: 'ana', agent_name: 'scout' },
    read: { assignee: 'ana' },
    because: 'our own name comes first',
  },
  {
    given: { action: 'claim', task_ids: ['T-1'] },
    read: { action: 'bulk', operation: 'claim', task_ids: ['T-1'] },
    because: 'an action on many is bulk',
  },
  {
    given: { action: 'claim', task_id: 'T-1', task_ids: ['T-2'] },
    read: { action: 'claim', task_id: 'T-1' },
    because: 'one is named',
  },
  {
    given: { action: 'get', task_ids: ['T-1'] },
    read: { action: 'get', task_ids: ['T-1'] },
    because: 'there is no such operation',
  },
])('$given is read as $read because $because', ({ given, read }) => {
  expect(resolveAliases(given).resolved).toMatchObject(read)
})
