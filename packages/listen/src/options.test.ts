import path from 'node:path'
import { expect, test } from 'vitest'
import { readOptions } from './options.ts'
import { baseUrlOf, configFolder, fileNameOf, isReadableByOthers } from './paths.ts'

const URL_SET = { FLOCKWORK_URL: 'http://127.0.0.1:8787' }

test('a complete command line', () => {
  const args = '--url https://a.example --token-file t --agent @Scout --text --timeout 5 --attempts 2'.split(
    ' ',
  )
  const more = ['--concurrency', '4', '--ledger', 'l', '--', 'run', '--text', '--', 'x']
  expect(readOptions([...args, ...more], { FLOCKWORK_TOKEN: 'unused', ...URL_SET })).toEqual({
    url: 'https://a.example',
    token: undefined,
    tokenFile: 't',
    agent: 'scout',
    ledger: 'l',
    input: 'text',
    timeoutS: 5,
    attempts: 2,
    concurrency: 4,
    command: ['run', '--text', '--', 'x'],
  })
  expect(readOptions(['--', 'run'], { FLOCKWORK_TOKEN: ' secret\n', ...URL_SET })).toMatchObject({
    url: URL_SET.FLOCKWORK_URL,
    token: 'secret',
    attempts: 3,
    concurrency: 1,
    input: 'json',
  })
  expect(readOptions(['--labelled', '--', 'run'], URL_SET)).toMatchObject({ input: 'labelled' })
  expect(readOptions(['--help'], {})).toBe('help')
  expect(readOptions(['--version'], {})).toBe('version')
})

test.for([
  { args: ['--', 'run'], env: {}, says: '--url is missing' },
  { args: [], env: URL_SET, says: 'The command is missing' },
  { args: ['run'], env: URL_SET, says: 'run' },
  { args: ['--'], env: URL_SET, says: 'The command is missing' },
  { args: ['--token', 'x', '--', 'run'], env: URL_SET, says: '--token' },
  { args: ['--attempts', '0', '--', 'run'], env: URL_SET, says: '--attempts is a whole number from 1' },
  { args: ['--text', '--labelled', '--', 'run'], env: URL_SET, says: 'exclude each other' },
  { args: ['--timeout', '1e9', '--', 'run'], env: URL_SET, says: '--timeout is a whole number' },
])('refused: $args, with the message $says', ({ args, env, says }) => {
  expect(() => readOptions(args, env)).toThrow(says)
})

test('a URL is reduced to its origin or refused, and an unencrypted one is recognised', () => {
  expect(baseUrlOf('https://a.example/mcp/agents/scout?x')).toBe('https://a.example')
  for (const bad of ['a.example', 'ftp://a.example', 'https://u:p@a.example']) {
    expect(() => baseUrlOf(bad)).toThrow()
  }
  const readable = ['http://a.example', 'http://localhost:1', 'http://127.0.0.1', 'https://a.example']
  expect(readable.map(isReadableByOthers)).toEqual([true, false, false, false])
  expect(fileNameOf('http://[::1]:8787', 'scout')).toBe('___1__8787_scout')
  expect(configFolder({ XDG_CONFIG_HOME: '/c' }, 'linux')).toBe(path.join('/c', 'flockwork-listen'))
})
