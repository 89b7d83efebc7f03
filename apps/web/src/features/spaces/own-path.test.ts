import { expect, test } from 'vitest'
import { isOwnPath } from './own-path.ts'

test.for([
  { path: '/home', own: true },
  { path: '/m/0198?x=1#y', own: true },
  { path: '//evil.example', own: false },
  { path: '/\\evil.example', own: false },
  { path: '/\t/evil.example', own: false },
  { path: 'https://evil.example', own: false },
  { path: 'home', own: false },
  { path: '', own: false },
])('$path is a path of this site: $own', ({ path, own }) => {
  expect(isOwnPath(path)).toBe(own)
})
