import type { Ports } from '../ports/index.ts'
import type { KeyId } from '../model/keys/key.ts'
import type { KeyOutcome } from '../model/keys/usage.ts'

export type RecordKeyUse = { readonly keyId: KeyId; readonly outcome: KeyOutcome }

/** Counts how a call ended that a key was let in for; what `authenticateKey` refuses is counted already. Waits for nothing. */
export function recordKeyUse(ports: Pick<Ports, 'keyUsage'>, { keyId, outcome }: RecordKeyUse): void {
  ports.keyUsage.count(keyId, outcome)
}
