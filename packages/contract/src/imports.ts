/** Importing a workspace from another product, with its people (docs/rules/imports.md). */
import * as z from 'zod/mini'
import { Id, IdParams, queryNumber, shownName, Time } from './common.ts'
import {
  IMPORT_FILE_MAX_BYTES,
  IMPORT_FILE_NAME_MAX_CHARS,
  IMPORTED_PAGE,
  INVITE_MAX_HOURS,
  SPACE_DESCRIPTION_MAX_CHARS,
  SPACE_NAME_MAX_CHARS,
} from './limits.ts'
import { route } from './route.ts'
import { Visibility } from './spaces.ts'

export const ImportState = z.enum([
  /** Parts of the file are missing. */
  'uploading',
  /** The dry run is running. */
  'checking',
  /** The dry run is done, nothing is imported yet. */
  'ready',
  'running',
  'done',
  'cancelled',
  /** It can't be imported; `failure` says why. */
  'failed',
])
export type ImportState = z.infer<typeof ImportState>

export const ImportedChannel = z.object({
  name: z.string(),
  /** Its name in the other product. */
  original: z.string(),
  archived: z.boolean(),
  messages: z.number(),
})

/** The dry run's report: what is imported, changed and left out. */
export const ImportReport = z.object({
  source: z.enum(['slack', 'zulip']),
  people: z.number(),
  bots: z.number(),
  /** The authors among them that the export doesn't list. */
  unknown_people: z.number(),
  channels: z.array(ImportedChannel),
  messages: z.number(),
  threads: z.number(),
  replies: z.number(),
  reactions: z.number(),
  edits: z.number(),
  first_at: z.nullable(Time),
  last_at: z.nullable(Time),
  changed: z.object({
    /** Long messages that are split, and those whose end is left out. */
    split: z.number(),
    cut: z.number(),
    /** Messages with a key or a password, which is masked. */
    masked: z.number(),
  }),
  left_out: z.object({
    private_channels: z.number(),
    direct_conversations: z.number(),
    /** Notices, such as that somebody joined a channel. */
    notices: z.number(),
    /** Files: the messages have links to them, or their names. */
    files: z.number(),
    /** Reactions with custom emoji. */
    custom_emoji: z.number(),
    reactions: z.number(),
    empty: z.number(),
    too_deep: z.number(),
    unreadable: z.number(),
  }),
})
export type ImportReport = z.infer<typeof ImportReport>

/** An empty report. Returns a new object at each call. */
export function newReport(source: ImportReport['source']): ImportReport {
  return {
    source,
    people: 0,
    bots: 0,
    unknown_people: 0,
    channels: [],
    messages: 0,
    threads: 0,
    replies: 0,
    reactions: 0,
    edits: 0,
    first_at: null,
    last_at: null,
    changed: { split: 0, cut: 0, masked: 0 },
    left_out: {
      private_channels: 0,
      direct_conversations: 0,
      notices: 0,
      files: 0,
      custom_emoji: 0,
      reactions: 0,
      empty: 0,
      too_deep: 0,
      unreadable: 0,
    },
  }
}

export const Import = z.object({
  id: Id,
  state: ImportState,
  file_name: z.string(),
  file_bytes: z.number(),
  received_bytes: z.number(),
  report: z.nullable(ImportReport),
  failure: z.nullable(z.string()),
  /** Messages of the file that are now in the space, and those that were added. */
  messages_read: z.number(),
  messages_added: z.number(),
  /** Its target: the space of an earlier import of the same workspace, or the new one once the import has started. */
  space: z.nullable(z.object({ id: Id, name: z.string(), is_open: z.boolean() })),
  created_at: Time,
  ended_at: z.nullable(Time),
})
export type Import = z.infer<typeof Import>

/** A member of the other product whose messages are in a space. */
export const ImportedPerson = z.object({
  id: Id,
  /** Their handle here. */
  handle: z.string(),
  display_name: z.string(),
  is_bot: z.boolean(),
  messages: z.number(),
  /** Whether the export has an e-mail address, so that joining with it verified claims them. */
  has_email: z.boolean(),
  claimed_by: z.nullable(z.object({ id: Id, handle: z.string() })),
})
export type ImportedPerson = z.infer<typeof ImportedPerson>

const FileName = z
  .string()
  .check(z.trim(), z.minLength(1, 'A file needs a name'), z.maxLength(IMPORT_FILE_NAME_MAX_CHARS))

const OwnImport = z.object({ import: Import })
const PersonParams = z.object({ id: Id, person_id: Id })

export const importRoutes = {
  list: route({
    method: 'GET',
    path: '/api/imports',
    access: 'session',
    summary: "The caller's imports, the newest first",
    answer: z.object({ imports: z.array(Import) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/imports',
    access: 'session',
    summary:
      'Announce the export of another product; its parts follow. It replaces one that has not begun to run',
    body: z.object({
      file_name: FileName,
      file_bytes: z
        .int()
        .check(z.gte(1, 'The file is empty'), z.lte(IMPORT_FILE_MAX_BYTES, 'The file is too large')),
    }),
    answer: OwnImport,
    status: 201,
  }),
  upload: route({
    method: 'PUT',
    path: '/api/imports/:id/file',
    access: 'session',
    summary: 'A part of the file as bytes, at most 4 MiB; after the last one the dry run begins',
    params: IdParams,
    /** The offset of this part in bytes. */
    query: z.object({ offset: queryNumber(0, 0, IMPORT_FILE_MAX_BYTES, 'refused') }),
    answer: OwnImport,
    takesBytes: true,
    isRead: true,
  }),
  get: route({
    method: 'GET',
    path: '/api/imports/:id',
    access: 'session',
    summary: 'One import: what the dry run found, how far it is, what came of it',
    params: IdParams,
    answer: OwnImport,
  }),
  start: route({
    method: 'POST',
    path: '/api/imports/:id/start',
    access: 'session',
    summary:
      'Bring what the dry run found into a new space, or the rest into that of an earlier import of the place',
    params: IdParams,
    body: z.object({
      name: shownName(SPACE_NAME_MAX_CHARS).check(z.minLength(1, 'Organization name is required')),
      description: z.nullish(z.string().check(z.trim(), z.maxLength(SPACE_DESCRIPTION_MAX_CHARS))),
      visibility: Visibility,
      /** Whether to use a new space even if an earlier import has one. */
      anew: z.nullish(z.boolean()),
    }),
    answer: OwnImport,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/imports/:id/cancel',
    access: 'session',
    summary: 'Stop an import; what has come stays in its space',
    params: IdParams,
    answer: OwnImport,
  }),
  people: route({
    method: 'GET',
    path: '/api/organizations/:id/imported-people',
    access: 'session',
    summary: 'Those whose messages were brought into a space, by name; for its admins',
    params: IdParams,
    query: z.object({
      limit: queryNumber(IMPORTED_PAGE, 1, IMPORTED_PAGE),
      /** `next_cursor` of the previous page. */
      cursor: z.optional(z.string()),
    }),
    answer: z.object({
      people: z.array(ImportedPerson),
      total: z.number(),
      next_cursor: z.nullable(z.string()),
    }),
  }),
  invite: route({
    method: 'POST',
    path: '/api/organizations/:id/imported-people/:person_id/invite',
    access: 'session',
    summary:
      'An invite for one person, who takes over what the imported one said; for the admins of the space',
    params: PersonParams,
    body: z.nullish(z.object({ expires_hours: z.nullish(z.int().check(z.gte(1), z.lte(INVITE_MAX_HOURS))) })),
    answer: z.object({ id: Id, invite_code: z.string(), expires_at: Time, max_uses: z.nullable(z.number()) }),
    status: 201,
    answersSecret: true,
  }),
}
