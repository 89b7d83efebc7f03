import { expect, test } from 'vitest'
import { pauseLine } from './pause-line.ts'

test.for([
  { by: ['owner:ana'], why: 'On holiday', says: 'Paused by @ana: On holiday' },
  { by: ['managed:agent', 'owner:ana'], why: null, says: 'Paused by an administrator' },
  { by: ['managed:global'], why: 'An incident', says: 'Paused with all managed agents: An incident' },
])('a pause by $by says "$says"', ({ by, why, says }) => {
  expect(pauseLine({ is_disabled: true, disabled_by: by, disabled_reason: why })).toBe(says)
})

test('an active agent, and a pause that the viewer may not know of, show nothing', () => {
  expect(pauseLine({ is_disabled: false, disabled_by: [] })).toBeNull()
  expect(pauseLine({ is_disabled: true })).toBeNull()
})
