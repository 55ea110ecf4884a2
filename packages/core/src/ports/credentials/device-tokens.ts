import type { AccountId } from '../../model/accounts/account.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/** A device that has completed a sign-in: by the session that it opened then, under the password of that time. */
export type KnownDevice = {
  readonly userId: AccountId
  readonly deviceId: SessionId
  readonly passwordEpoch: number
}

/** Device tokens prove themselves by a keyed hash. They prove a former sign-in and permit nothing. */
export interface DeviceTokens {
  /** The same device always has the same token. */
  issue(device: KnownDevice): string

  /** Null for anything that this service did not issue. */
  read(token: string): KnownDevice | null
}
