/** The OAuth library's storage: one table, with secrets only as hashes. */
import { Provider, errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Encryption } from '../../../platform/encryption.ts'
import { sha256Hex } from '../../../platform/secrets.ts'
import * as records from './records.ts'

export interface AdapterDeps {
  readonly db: Db
  readonly clock: Clock
  /** Encrypts registrations of programs, which may have a secret. */
  readonly encryption: Encryption
  /** Ends a grant that was misused or that its program revoked. */
  readonly endGrant: (grantId: string, isReused: boolean) => Promise<void>
}

/** Models whose id is a secret: stored as its hash. */
const SECRETS = new Set(['AuthorizationCode', 'DeviceCode', 'RefreshToken', 'Interaction', 'Session'])
/** Prefix of an id that is already a hash: such a record can be re-saved, but not looked up by a client. */
const BY_KEY = '#'
/** Lifetime of a registration without a grant. */
const UNUSED_CLIENT_S = 90 * 24 * 60 * 60
const CLIENT = 'Client'

/** An adapter for each model of the library. Expiry is by our clock, not the library's. */
export function createAdapters(deps: AdapterDeps): (model: string) => Adapter {
  return (model) => createAdapter(deps, model)
}

function createAdapter({ db, clock, encryption, endGrant }: AdapterDeps, model: string): Adapter {
  const isSecret = SECRETS.has(model)
  const isByKey = (id: string) => isSecret && id.startsWith(BY_KEY)
  const keyOf = (id: string) => (isByKey(id) ? id.slice(BY_KEY.length) : isSecret ? sha256Hex(id) : id)
  const now = () => new Date(clock.now())

  const read = (id: string, row: Row | undefined): AdapterPayload | undefined => {
    if (row === undefined) return undefined
    // written by upsert
    const stored = (
      model === CLIENT ? encryption.decrypt(nameOf(id), row.payload) : row.payload
    ) as AdapterPayload
    return {
      ...stored,
      ...(isSecret && { jti: id }),
      ...(row.consumed_at !== null && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }),
    }
  }

  return {
    async upsert(id, payload, expiresIn = UNUSED_CLIENT_S) {
      const { jti: _secret, ...rest } = payload
      const stored = isSecret ? rest : payload
      await records.upsertRecord(db, {
        model,
        key: keyOf(id),
        payload: model === CLIENT ? encryption.encrypt(nameOf(id), stored) : JSON.stringify(stored),
        grantId: payload.grantId ?? null,
        userCode: payload.userCode ?? null,
        expiresAt: new Date(clock.now() + expiresIn * 1000),
      })
    },
    async find(id) {
      if (isByKey(id)) return undefined
      return read(id, await records.findRecord(db, model, keyOf(id), now()))
    },
    async findByUserCode(userCode) {
      const row = await records.findRecordByUserCode(db, model, userCode, now())
      return row && read(isSecret ? BY_KEY + row.key : row.key, row)
    },
    // the library's sessions last for one request
    findByUid: async () => undefined,
    async consume(id) {
      // of two concurrent uses one succeeds
      if (!(await records.consumeRecord(db, model, keyOf(id), now()))) {
        throw new errors.InvalidGrant('already used')
      }
    },
    async destroy(id) {
      await records.deleteRecord(db, model, keyOf(id))
      // at the token endpoint only the reuse of a code or token ends a grant
      if (model === 'Grant') await endGrant(id, Provider.ctx?.oidc.route === 'token')
    },
    revokeByGrantId: (grantId) => records.deleteRecordsOf(db, [grantId]),
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof records.findRecord>>>

function nameOf(clientId: string): string {
  return `oauth client ${clientId}`
}
