import type { Ports } from '../../ports/index.ts'
import type { KeyId } from '../../model/keys/key.ts'
import type { KeyOutcome } from '../../model/keys/usage.ts'

export type RecordKeyUse = { readonly keyId: KeyId; readonly outcome: KeyOutcome }

/** Records the outcome of an admitted call. `authenticateKey` records refused calls itself. Does not wait for the database. */
export function recordKeyUse(
  ports: Pick<Ports, 'keyUsage'>,
  { keyId, outcome }: RecordKeyUse,
): void {
  ports.keyUsage.count(keyId, outcome)
}
