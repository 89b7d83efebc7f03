import { expect, test } from 'vitest'
import { shownOf } from './banner-rule.ts'

const home = { isPersonal: true, isDismissed: false, isOpened: false, isDisabled: false }
const team = { ...home, isPersonal: false }

test.for([
  { facts: home, shown: 'banner', because: 'a personal space has it until it is dismissed' },
  { facts: { ...home, isDismissed: true }, shown: 'icon', because: 'it was dismissed' },
  { facts: { ...home, isDismissed: true, isOpened: true }, shown: 'banner', because: 'the icon opened it' },
  { facts: team, shown: 'icon', because: 'by itself it shows in personal spaces only' },
  { facts: { ...team, isOpened: true }, shown: 'banner', because: 'the icon opens it anywhere' },
  { facts: { ...home, isDisabled: true }, shown: 'nothing', because: 'Chirpy is switched off' },
  { facts: { ...team, isDisabled: true }, shown: 'nothing', because: 'Chirpy is switched off here too' },
  {
    facts: { ...home, isOpened: true, isDisabled: true },
    shown: 'nothing',
    because: 'it was open as Chirpy went',
  },
  { facts: { ...home, isPersonal: undefined }, shown: 'nothing', because: 'the space is not known yet' },
] as const)('$shown shows because $because', ({ facts, shown }) => {
  expect(shownOf(facts)).toEqual({ banner: shown === 'banner', icon: shown === 'icon' })
})
