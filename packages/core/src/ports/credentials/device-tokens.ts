import type { AccountId } from '../../model/accounts/account.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/** A device that completed a sign-in, identified by that session and the password of that time. */
export type KnownDevice = {
  readonly userId: AccountId
  readonly deviceId: SessionId
  readonly passwordEpoch: number
}

/** Stateless tokens that prove an earlier sign-in and permit nothing. */
export interface DeviceTokens {
  /** Always returns the same token for the same device. */
  issue(device: KnownDevice): string

  /** Null if this service did not issue the token. */
  read(token: string): KnownDevice | null
}
