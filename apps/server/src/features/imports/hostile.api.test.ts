import { gzipSync } from 'node:zlib'
import { importRoutes } from '@flockwork/contract/imports'
import { expect, test } from 'vitest'
import { SLACK_FILES, ZULIP_FILES, tarOf, uploads, zipOf } from '../../../test/exports.ts'
import { startServer } from '../../../test/server.ts'

const MIB = 1024 * 1024
const TOO_MUCH = 'This file unpacks to far more than an export has in it.'
const CUT_OFF_ZIP = 'This file isn’t a whole ZIP: it may be cut off.'
const CUT_OFF_TAR = 'This file is neither a whole ZIP nor a whole tar: it may be cut off, or something else.'

/** Patches a name of the same length into a ZIP, because its writer would refuse it. */
async function renamed(from: string, to: string): Promise<Buffer> {
  const zip = await zipOf({ ...SLACK_FILES, [from]: 'x' })
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

const general = 'general/2024-03-01.json'

const FILES: Record<string, readonly [make: () => Promise<Buffer> | Buffer, failure: string]> = {
  'no archive': [() => Buffer.from('hello'), CUT_OFF_TAR],
  'a text as long as a tar': [() => Buffer.from('hello '.repeat(10_000)), CUT_OFF_TAR],
  'a ZIP of something else': [
    () => zipOf({ 'readme.txt': 'x' }),
    'This ZIP isn’t a Slack export: it has no channels.json. Choose the file that Slack made.',
  ],
  'a tar of something else': [
    () => tarOf({ 'readme.txt': 'x' }),
    'This file isn’t a Zulip export: it has no realm.json. Choose the file that Zulip made.',
  ],
  'a ZIP that was cut off': [async () => (await zipOf(SLACK_FILES)).subarray(0, -40), CUT_OFF_ZIP],
  'a tar that was cut off': [() => tarOf(ZULIP_FILES).subarray(0, 2500), CUT_OFF_TAR],
  'a packed tar that was cut off': [() => gzipSync(tarOf(ZULIP_FILES)).subarray(0, 300), CUT_OFF_TAR],
  'a path that climbs out of a ZIP': [
    () => renamed('aaaaaaaaaa.json', '../../../a.json'),
    'This file has a path in it that leads out of it.',
  ],
  'an absolute path in a ZIP': [
    () => renamed('aetc/passwd', '/etc/passwd'),
    'This file has a path in it that leads out of it.',
  ],
  'a path that climbs out of a tar': [
    () => tarOf({ ...ZULIP_FILES, '../../etc/passwd': 'x' }),
    'This file has a path in it that leads out of it: ../../etc/passwd',
  ],
  'a name twice in a ZIP': [
    () => renamed('general/2024-03-09.json', general),
    `This file has ${general} in it twice.`,
  ],
  'a name twice in a tar': [
    () => Buffer.concat([tarOf({ 'realm.json': '{}' }).subarray(0, 1024), tarOf({ 'realm.json': '{}' })]),
    'This file has realm.json in it twice.',
  ],
  'a ZIP bomb': [() => zipOf({ ...SLACK_FILES, 'bomb.json': Buffer.alloc(66 * MIB) }), TOO_MUCH],
  'a gzip bomb': [() => gzipSync(tarOf({ ...ZULIP_FILES, bomb: Buffer.alloc(66 * MIB) })), TOO_MUCH],
  'a file packed twice': [() => gzipSync(gzipSync(tarOf(ZULIP_FILES))), 'This file is packed twice.'],
  'no JSON': [
    () => zipOf({ ...SLACK_FILES, [general]: '[{"user":' }),
    `${general} in this file isn’t JSON, or was cut off.`,
  ],
  'wrong JSON': [
    () => zipOf({ ...SLACK_FILES, 'users.json': 'null', 'channels.json': '{"a":[1,null]}', [general]: '7' }),
    '',
  ],
  'no UTF-8': [
    () => zipOf({ ...SLACK_FILES, [general]: Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]) }),
    `${general} in this file isn’t text in UTF-8.`,
  ],
  'JSON that is nested too deeply': [
    () => zipOf({ ...SLACK_FILES, [general]: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
    `${general} in this file is nested too deeply.`,
  ],
  'a realm that is nested too deeply': [
    () => tarOf({ 'realm.json': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` }),
    'realm.json in this file is nested too deeply.',
  ],
}

test('each hostile file is refused with its reason, and leaves nothing behind', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const accounts = await server.query('select id from accounts')
  const found: Record<string, string | null> = {}
  const wanted: Record<string, string | null> = {}
  for (const [name, [make, failure]] of Object.entries(FILES)) {
    const { state, failure: why, report } = await uploads(ana, server.url, await make(), { name })
    found[name] = state === 'ready' ? '' : why
    wanted[name] = failure
    // an accepted file has no content
    if (state === 'ready') expect(report, name).toMatchObject({ messages: 0, people: 0 })
  }
  expect(found).toEqual(wanted)

  const { imports } = await ana.api.call(importRoutes.list, {})
  for (const one of imports.filter(({ state }) => state === 'ready')) {
    await ana.api.call(importRoutes.cancel, { params: { id: one.id } })
  }
  // the last import fails before its file is deleted
  await expect.poll(() => server.services.imports.files?.list()).toEqual([])
  expect(await server.query('select id from accounts')).toHaveLength(accounts.length)
  expect((await ana.api.spaces.list()).organizations).toHaveLength(1)
}, 400_000)

test('an invalid message is left out or repaired, and the others are imported', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const message = (text: unknown, more: object = {}) => ({
    type: 'message',
    user: 'U1',
    ts: `17093${Math.random().toFixed(6).slice(2, 7)}.0001`,
    text,
    ...more,
  })
  const ready = await uploads(
    ana,
    server.url,
    await zipOf({
      ...SLACK_FILES,
      [general]: [
        null,
        7,
        'text',
        message(7),
        message('fine\u0000\ud800'),
        message('x', { ts: 'yesterday' }),
        message('x', { ts: -5 }),
        message('x', { ts: 9e99 }),
        message('x', { user: null }),
        message('> '.repeat(150) + 'deep'),
        message('long '.repeat(2000)),
        message('longer '.repeat(20_000)),
        message('key AKIAQYLPMN5HHHFPZAM2 and ghp_16C7e42F292c6912E7710c838347Ae178B4a'),
        message('x', {
          reactions: [{ name: '+1', users: 'U2' }, { name: 7 }, null],
          files: 'no',
          edited: 'no',
          thread_ts: {},
        }),
        message('from the future', { ts: '99999999999.0001' }),
      ],
    }),
  )
  expect(ready.report).toMatchObject({
    left_out: { unreadable: 4, empty: 1, too_deep: 1 },
    changed: { split: 2, cut: 1, masked: 1 },
  })
})
