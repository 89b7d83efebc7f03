/** The only place where an error becomes an answer. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EARLY_HEADERS } from './response-headers.ts'
import { refusalOfDatabase } from './database.ts'
import {
  ApiError,
  Invalid,
  NotFound,
  NotUtf8,
  PayloadTooLarge,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
  invalid,
} from './errors.ts'
import { loggedPath, type Logger } from './logger.ts'
import { isUtf8Escaped } from './utf8.ts'

/** The body of a refusal, with its code and the request's id. */
export function bodyOf(error: ApiError, requestId: string): Record<string, unknown> {
  return { error: error.code, ...error.toBody(), request_id: requestId }
}

export function installErrorHandler(server: FastifyInstance, logger: Logger): void {
  server.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal !== undefined) return sendRefusal(refusal, request, reply)

    logger.error({ err: error, request_id: request.id, path: loggedPath(request.url) }, 'request failed')
    return reply.code(500).send({
      error: 'internal_error',
      detail: 'Something went wrong on the server. The request id names it in the log.',
      request_id: request.id,
    })
  })
}

/** The status of the answer to a call that throws this error. */
export function statusOf(error: unknown): number {
  return asRefusal(error)?.status ?? 500
}

/** Answers a URL that the router can't parse (an incomplete escape, a segment that is too long); no hook has run. */
export function refuseUrl(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...EARLY_HEADERS, 'x-request-id': request.id })
  const refusal = isUtf8Escaped(request.url) ? new NotFound('Not found') : new NotUtf8('The address')
  void sendRefusal(refusal, request, reply)
}

export function sendRefusal(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(error.status).headers(error.headers()).send(bodyOf(error, request.id))
}

function asRefusal(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const refusal = refusalOfDatabase(error)
  if (refusal !== undefined) return refusal
  if (!(error instanceof Error)) return undefined

  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new PayloadTooLarge('The body is too large')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new UnsupportedMediaType('Send application/json')
  if (code === 'FST_UNDER_PRESSURE') return new Unavailable('The server is busy; try again in a moment')
  if (statusCode === 404) return new NotFound('Not found')
  if (statusCode === 401) return new Unauthorized()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return error instanceof Invalid ? error : invalid(['request'], error.message)
  }
  return undefined
}
