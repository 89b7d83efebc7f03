/** The record of a space, a portable file (docs/rules/records.md). */
import * as z from 'zod/mini'
import { Id, IdParams, Time } from './common.ts'
import { RECORD_TICKET_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'

/** A URL at which a browser can download the record without a header. */
export const RecordLink = z.object({
  /** A path of the instance, which works only for its creator. */
  url: z.string(),
  /** Until when a download may start. */
  expires_at: Time,
  /** The public key that signs it, and a short name of the key for people to compare. */
  key: z.string(),
  fingerprint: z.string(),
})
export type RecordLink = z.infer<typeof RecordLink>

/** `export` returns a file of JSON lines, not the answer of a call. */
export const recordRoutes = {
  link: route({
    method: 'POST',
    path: '/api/organizations/:id/export',
    access: 'session',
    summary: 'A short-lived address at which the record of a space is downloaded; for its admins',
    params: IdParams,
    answer: RecordLink,
    isRead: true,
  }),
  export: route({
    method: 'GET',
    path: '/api/organizations/:id/export',
    access: 'session',
    summary: 'The record of a space as a file (JSON Lines), resumable by `Range`; for its admins',
    params: z.object({ id: Id }),
    query: z.object({
      /** From `link`; instead of the `Authorization` header. */
      ticket: z.optional(z.string().check(z.maxLength(RECORD_TICKET_MAX_CHARS))),
    }),
  }),
}
