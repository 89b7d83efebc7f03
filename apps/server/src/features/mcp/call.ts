/** One HTTP exchange with an agent: the caller, and whether the answer was written. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AgentActor } from '../../platform/actor.ts'
import type { McpRequest } from './body.ts'

export interface Call {
  readonly actor: AgentActor
  /** The requests of the exchange, in order. */
  readonly requests: readonly McpRequest[]
  /**
   * Resolves once the exchange is over: true when a successful answer was written to the end, false when the
   * connection was lost before.
   */
  readonly answered: Promise<boolean>
  /**
   * Calls the listener, at most once, if a written answer turns out not to have arrived: its connection was
   * reset before the caller used it again, or the caller cancelled the request.
   */
  readonly onLost: (listener: () => void) => void
  /** The caller cancelled: it won't read the answer. */
  readonly cancel: () => void
  /** Resolves when nothing can show any more that the answer was lost. */
  readonly over: Promise<void>
  /** Re-checks the credential. @throws its refusal, AgentDisabled. */
  readonly recheck: () => Promise<void>
  /** Ends all waits in this exchange, because the credential was revoked. */
  readonly revoke: () => void
  /** Aborted by `revoke`. */
  readonly revoked: AbortSignal
}

/** Per connection, how to stop watching its last answer: a caller that reuses the connection has read it. */
const watched = new WeakMap<Socket, () => void>()

export function startCall(
  response: ServerResponse,
  { actor, requests, recheck }: Pick<Call, 'actor' | 'requests' | 'recheck'>,
): Call {
  const { socket } = response
  if (socket !== null) watched.get(socket)?.()

  const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const listeners: (() => void)[] = []
  let isCancelled = false
  let isOver = false
  const settle = () => {
    isOver = true
    end()
  }
  const lose = () => {
    if (isOver) return
    settle()
    for (const listener of listeners) listener()
  }
  response.once('finish', () => {
    answer(response.statusCode < 400 && !isCancelled)
    if (socket === null || isCancelled) return settle()
    const unwatch = () => {
      socket.off('end', unwatch).off('close', onClose)
      watched.delete(socket)
      settle()
    }
    // a caller that has read everything closes the connection properly, without a reset
    const onClose = (isReset: boolean) => {
      if (isReset) lose()
      unwatch()
    }
    watched.set(socket, unwatch)
    socket.once('end', unwatch).once('close', onClose)
  })
  response.once('close', () => {
    answer(false)
    if (!response.writableFinished) settle()
  })
  const cancel = () => {
    isCancelled = true
    lose()
  }
  const revocation = new AbortController()
  const revoke = () => revocation.abort()
  return {
    actor,
    requests,
    recheck,
    answered,
    onLost: (listener) => void listeners.push(listener),
    cancel,
    over,
    revoke,
    revoked: revocation.signal,
  }
}

/** The credential of a caller: each client numbers its requests and acknowledges its mail independently. */
export function credentialOf({ accountId, grant, tokenId }: AgentActor): string {
  return grant?.id ?? tokenId ?? accountId
}
