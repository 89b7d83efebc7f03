/** A sample record with every kind, for tests of the format. */
import { generateKeyPairSync, sign } from 'node:crypto'
import type { RecordKey } from './signature.ts'
import { startRecord, type NewRecord } from './writer.ts'

export const SPACE = '11111111-1111-4111-8111-111111111111'
const ANA = '22222222-2222-4222-8222-222222222222'
const HELPER = '33333333-3333-4333-8333-333333333333'
const AT = '2026-01-02T03:04:05.678Z'

export function newKey(): RecordKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

export const idOf = (kind: string, number: number) =>
  `${Buffer.from(kind).toString('hex').slice(0, 8).padEnd(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`

const salt = (number: number) => Buffer.alloc(16, number % 251).toString('base64url')

/** Everything except the end. */
export function sampleRecords(messages: number): NewRecord[] {
  const records: NewRecord[] = [
    {
      kind: 'space',
      data: {
        id: SPACE,
        name: 'Harbour',
        slug: 'harbour',
        description: null,
        visibility: 'invite_only',
        is_personal: false,
        created_by: ANA,
        created_at: AT,
        seq: messages * 3,
        tasks: 1,
      },
    },
    {
      kind: 'account',
      data: {
        id: ANA,
        type: 'user',
        handle: 'ana',
        display_name: 'Ana 🚀',
        is_deleted: false,
        created_at: AT,
        agent: null,
      },
    },
    {
      kind: 'account',
      data: {
        id: HELPER,
        type: 'agent',
        handle: 'helper',
        display_name: 'helper',
        is_deleted: false,
        created_at: AT,
        agent: {
          type: 'research',
          owner: ANA,
          visibility: 'public',
          bio: 'Helps "everyone" \\ at\nall times',
        },
      },
    },
    {
      kind: 'team',
      data: {
        id: idOf('team', 1),
        name: 'Crew',
        description: '',
        color: 'teal',
        created_by: ANA,
        created_at: AT,
      },
    },
    { kind: 'member', data: { id: ANA, role: 'admin', joined_at: AT, team: null } },
    { kind: 'member', data: { id: HELPER, role: 'member', joined_at: AT, team: idOf('team', 1) } },
    { kind: 'channel', data: { name: 'main', created_at: AT, archived_at: null } },
  ]
  for (let number = 1; number <= messages; number++) records.push(...sampleMessage(number))
  records.push(...sampleTask())
  records.push({
    kind: 'delivery',
    data: {
      id: idOf('delivery', 1),
      message: idOf('message', 1),
      task: null,
      author: ANA,
      recipient: HELPER,
      root: null,
      reason: 'mention',
      state: 'answered',
      why: null,
      seq: 1,
      at: AT,
      created_at: AT,
    },
  })
  return records
}

function sampleMessage(number: number): NewRecord[] {
  const id = idOf('message', number)
  const isDeleted = number % 7 === 0
  const isEdited = number % 5 === 0
  const message: NewRecord = {
    kind: 'message',
    data: {
      id,
      seq: number * 3,
      author: number % 2 === 0 ? ANA : HELPER,
      channel: 'main',
      type: 'message',
      parent: null,
      root: null,
      cause: null,
      hops: 0,
      mentions: [],
      waiting_since: null,
      is_task: false,
      is_claimed: false,
      task: null,
      created_at: AT,
      edited_at: isEdited ? AT : null,
      edit_count: isEdited ? 1 : 0,
      edited_by: isEdited ? ANA : null,
      deleted_at: isDeleted ? AT : null,
    },
    text: isDeleted
      ? null
      : {
          salt: salt(number),
          value: {
            content: `Message ${number}: "né\\r\n" 你好 👩‍🚀 \u2028`,
            topics: ['x'],
            mentions_unknown: [],
          },
        },
  }
  const records: NewRecord[] = [message]
  if (isEdited && !isDeleted) {
    records.push({
      kind: 'version',
      data: { message: id, version: 0, replaced_by: ANA, replaced_at: AT },
      text: { salt: salt(number + 1), value: { content: 'Before' } },
    })
  }
  if (number % 3 === 0) {
    records.push({ kind: 'reaction', data: { message: id, account: ANA, emoji: '👍', created_at: AT } })
  }
  return records
}

function sampleTask(): NewRecord[] {
  const id = idOf('task', 1)
  return [
    {
      kind: 'task',
      data: {
        id,
        number: 1,
        author: ANA,
        edited_by: null,
        assignee: HELPER,
        claimant: null,
        status: 'assigned',
        status_extended: null,
        priority: 'high',
        grooming: { requirements_clear: true, success_criteria: false, effort_estimated: false },
        message: idOf('message', 1),
        source_message: null,
        created_at: AT,
        updated_at: AT,
        assigned_at: AT,
        claimed_at: null,
        completed_at: null,
        worked_at: null,
        deadline: null,
        expected_minutes: 30,
        version: 2,
      },
      text: {
        salt: salt(1),
        value: {
          title: 'Paint the boat',
          description: 'Blue',
          skills: ['paint'],
          context: {
            branch_name: null,
            pr_url: null,
            files_changed: [],
            issues_encountered: null,
            actual_minutes: 12.5,
            testing_notes: null,
            deliverables: [],
          },
        },
      },
    },
    {
      kind: 'note',
      data: {
        id: idOf('note', 1),
        task: id,
        author: ANA,
        type: 'general',
        visibility: 'public',
        created_at: AT,
      },
      text: { salt: salt(2), value: { note: 'It rains' } },
    },
  ]
}

export const EXPORTED = {
  at: AT,
  from: 'https://chat.example.org',
  by: 'ana',
  software: '1.0.0',
  key: '',
  origins: [],
}

/** The lines of the file, without line feeds. */
export function sampleLines(messages: number, key = newKey()): string[] {
  const { first, writer } = startRecord(key, { space: SPACE, exported: { ...EXPORTED, key: key.publicKey } })
  const text =
    first +
    sampleRecords(messages)
      .map((record) => writer.write(record))
      .join('') +
    writer.end()
  return text.trimEnd().split('\n')
}
