/** The record of a space, to be carried elsewhere (docs/rules/records.md). */
import * as z from 'zod/mini'
import { Id, IdParams, Time } from './common.ts'
import { RECORD_TICKET_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'

/** Where a browser downloads the record, without a header of its own. */
export const RecordLink = z.object({
  /** A path of the instance, which works for its maker alone. */
  url: z.string(),
  /** Until then a download may begin. */
  expires_at: Time,
  /** The public key that signs it, and a short name of the key for people to compare. */
  key: z.string(),
  fingerprint: z.string(),
})
export type RecordLink = z.infer<typeof RecordLink>

/** Of `export`: a file of lines of JSON, not the answer of a call. */
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
