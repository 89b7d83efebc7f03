import type { Tx } from '../../../platform/database.ts'
import { Unauthorized } from '../../../platform/errors.ts'
import { lockActive } from './account-repository.ts'

/**
 * Holds the person's row until the commit: what gives a person something new must not happen while the
 * account is being deleted, or after. To be asked first in the transaction.
 * @throws Unauthorized for one who is gone.
 */
export async function requireActivePerson(tx: Tx, personId: string): Promise<void> {
  if (!(await lockActive(tx, personId))) throw new Unauthorized()
}
