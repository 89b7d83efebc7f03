/** What is checked of every request, calls and pages alike, before anything of it is read. */
import type { FastifyInstance } from 'fastify'
import { ADDRESS_MAX_CHARS } from '@flockwork/contract/limits'
import { NotUtf8, UriTooLong } from '../platform/errors.ts'
import type { AuthGuard } from '../platform/mount.ts'
import { decodeTextHeaders, isUtf8Escaped } from '../platform/utf8.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted in the limit of requests by address: what is cheap and asked often, or counts itself. */
    readonly isUncounted?: boolean
  }
}

export function installRequestBounds(
  server: FastifyInstance,
  authGuard: Pick<AuthGuard, 'checkAddressLimit'>,
): void {
  server.addHook('onRequest', async (request) => {
    if (request.url.length > ADDRESS_MAX_CHARS) throw new UriTooLong()
    if (request.routeOptions.config.isUncounted !== true) authGuard.checkAddressLimit(request)
    if (!isUtf8Escaped(request.url)) throw new NotUtf8('The address')
    decodeTextHeaders(request.headers)
  })
}
