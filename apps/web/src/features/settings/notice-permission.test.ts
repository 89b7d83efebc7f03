import { expect, test } from 'vitest'
import { permissionOf } from './notice-permission.ts'

const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36'
const CHROME_ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36'
const FIREFOX_ANDROID = 'Mozilla/5.0 (Android 14; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'

const asked = { isSecure: true, userAgent: DESKTOP, permission: 'default' } as const

test.for([
  { around: asked, is: 'default', because: 'nobody was asked yet' },
  { around: { ...asked, permission: 'granted' }, is: 'granted', because: 'the person said yes' },
  { around: { ...asked, permission: 'denied' }, is: 'denied', because: 'the person said no' },
  { around: { ...asked, permission: undefined }, is: 'unsupported', because: 'the browser knows none' },
  {
    around: { ...asked, isSecure: false, permission: 'denied' },
    is: 'insecure',
    because: 'without https no browser asks, and changing its settings would not help',
  },
  {
    around: { ...asked, userAgent: CHROME_ANDROID },
    is: 'unsupported',
    because: 'a page can show none there',
  },
  { around: { ...asked, userAgent: FIREFOX_ANDROID }, is: 'default', because: 'a page can show them there' },
] as const)('notifications are $is because $because', ({ around, is }) => {
  expect(permissionOf(around)).toBe(is)
})
