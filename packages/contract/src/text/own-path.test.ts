import { expect, test } from 'vitest'
import { isOwnPath } from './own-path.ts'

test.for([
  { path: '/home', own: true, because: 'it is a path' },
  { path: '/m/0198?x=1#y', own: true, because: 'query and fragment belong to it' },
  { path: '/%2F%2Fevil.example', own: true, because: 'an encoded slash begins no address' },
  { path: '/search?q=//evil.example', own: true, because: 'slashes in the query lead nowhere' },
  { path: '/search?q=été', own: true, because: 'letters of any script are allowed' },
  { path: '//evil.example', own: false, because: 'two slashes begin another site’s address' },
  { path: '///evil.example', own: false, because: 'so do three' },
  { path: '/\\evil.example', own: false, because: 'a backslash is read as a slash' },
  { path: '/ok\\..\\x', own: false, because: 'no path of ours has a backslash' },
  { path: '/\t/evil.example', own: false, because: 'a tab is left out' },
  { path: '/\n/evil.example', own: false, because: 'a line break is left out' },
  { path: '/home\r\nSet-Cookie: a=b', own: false, because: 'a line break would end a header' },
  { path: '/\0/evil.example', own: false, because: 'no path of ours has a control character' },
  { path: '/home\u0085', own: false, because: 'nor one beyond ASCII' },
  { path: ' /home', own: false, because: 'it does not begin with a slash' },
  { path: '/.//evil.example', own: false, because: 'its short form is another site’s address' },
  { path: '/x/..//evil.example', own: false, because: 'its short form is another site’s address' },
  { path: '/%2e//evil.example', own: false, because: 'an encoded dot is a dot' },
  { path: 'https://evil.example', own: false, because: 'it is another site’s address' },
  { path: 'javascript:alert(1)', own: false, because: 'it is a program' },
  { path: '@evil.example', own: false, because: 'it would follow a name' },
  { path: 'home', own: false, because: 'it is relative to the current page' },
  { path: '', own: false, because: 'it is nothing' },
])('$path is a path of this site: $own, because $because', ({ path, own }) => {
  expect(isOwnPath(path)).toBe(own)
})
