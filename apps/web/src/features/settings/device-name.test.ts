import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const words = {
  unknown: 'Unknown device',
  programOn: (program: string, system: string) => `${program} on ${system}`,
  browserOn: (system: string) => `A browser on ${system}`,
}

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.for([
  {
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    name: 'Firefox on Linux',
  },
  { agent: `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, name: 'Chrome on Linux' },
  {
    agent: `Mozilla/5.0 (X11; Linux x86_64) ${CHROME.replace('Chrome/', 'HeadlessChrome/')}`,
    name: 'Chrome on Linux',
  },
  { agent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, name: 'Chrome on Windows' },
  { agent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/141.0.0.0`, name: 'Edge on Windows' },
  {
    agent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} OPR/124.0.0.0`,
    name: 'Opera on macOS',
  },
  { agent: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, name: 'Chrome on ChromeOS' },
  {
    agent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`,
    name: 'Safari on macOS',
  },
  {
    agent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    name: 'Safari on iPhone',
  },
  {
    agent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} CriOS/141.0 Mobile/15E148 Safari/604.1`,
    name: 'Chrome on iPhone',
  },
  {
    agent: `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${WEBKIT} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
    name: 'Firefox on iPad',
  },
  {
    agent: `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${CHROME.replace('Chrome/', 'SamsungBrowser/28.0 Chrome/')}`,
    name: 'Samsung Internet on Android',
  },
  {
    agent: 'Mozilla/5.0 (Android 14; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    name: 'Firefox on Android',
  },
  { agent: 'Mozilla/5.0 (X11; Linux x86_64) SomethingNew/1.0', name: 'A browser on Linux' },
  { agent: 'curl/8.14.1', name: 'curl' },
  { agent: 'my-script/1.2', name: 'my-script' },
  { agent: 'node', name: 'node' },
  { agent: 'Mozilla/5.0', name: 'Unknown device' },
  { agent: '<b>nothing</b>', name: 'Unknown device' },
  { agent: '', name: 'Unknown device' },
  { agent: null, name: 'Unknown device' },
])('"$agent" is called $name', ({ agent, name }) => {
  expect(deviceName(agent, words)).toBe(name)
})
