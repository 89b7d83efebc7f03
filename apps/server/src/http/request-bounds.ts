/** Checks on every request, for calls and pages alike, before any of it is read. */
import type { FastifyInstance } from 'fastify'
import { ADDRESS_MAX_CHARS } from '@flockwork/contract/limits'
import { NotUtf8, UriTooLong } from '../platform/errors.ts'
import type { AuthGuard } from '../platform/mount.ts'
import { decodeTextHeaders, isUtf8Escaped } from '../platform/utf8.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted towards the limit by address: cheap and frequent, or counted by its own code. */
    readonly isUncounted?: boolean
    /** For a route whose URLs may be longer than others. */
    readonly addressMaxChars?: number
  }
}

export function installRequestBounds(
  server: FastifyInstance,
  authGuard: Pick<AuthGuard, 'checkAddressLimit'>,
): void {
  server.addHook('onRequest', async (request) => {
    const { addressMaxChars = ADDRESS_MAX_CHARS, isUncounted } = request.routeOptions.config
    if (request.url.length > addressMaxChars) throw new UriTooLong(addressMaxChars)
    if (isUncounted !== true) authGuard.checkAddressLimit(request)
    if (!isUtf8Escaped(request.url)) throw new NotUtf8('The address')
    decodeTextHeaders(request.headers)
  })
}
