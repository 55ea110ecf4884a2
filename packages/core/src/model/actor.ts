import type { AccountId, Role } from './accounts/account.ts'
import type { IdentitySource } from './identities/identity.ts'
import type { KeyId } from './keys/key.ts'
import type { SessionId } from './sessions/session.ts'

/** Where a call came from, as far as the surface knows. Only the audit log uses it. */
export type Origin = {
  /** The client's IP address. */
  readonly address: string | null
  readonly requestId: string | null
}

/**
 * A person with an account. `role` comes from the credential; rules that matter read the effective
 * role.
 */
export type Person = Origin & {
  readonly kind: 'person'
  readonly userId: AccountId
  readonly role: Role
  /** `portal`: a program that embeds Ken vouches for the person. */
  readonly via: 'web' | 'api_key' | 'service_key' | 'chat' | 'portal'
  readonly keyId: KeyId | null
  readonly sessionId: SessionId | null
  /** The identity source of the surface that acts for the person. */
  readonly source: IdentitySource | null
}

/** Runs the command line with access to the database and the secrets. Above every role. */
export type Operator = Origin & { readonly kind: 'operator'; readonly via: 'cli' }

/** A caller before authentication: sign-in, setup, accepting an invitation. */
export type Anonymous = Origin & { readonly kind: 'anonymous'; readonly via: 'web' }

/** A surface that acts for many people, before it says for whom. */
export type ServiceSurface = Origin & {
  readonly kind: 'surface'
  readonly via: 'service_key' | 'chat'
  /** Null for a built-in surface. */
  readonly keyId: KeyId | null
  readonly source: IdentitySource
}

/** Ken itself, in a job that no request waits for. Only the audit log names it. */
export type Background = Origin & { readonly kind: 'background'; readonly via: 'worker' }

/** Who performs a use case. */
export type Actor = Person | Operator | Anonymous | ServiceSurface

export const operator: Operator = { kind: 'operator', via: 'cli', address: null, requestId: null }

export const background: Background = {
  kind: 'background',
  via: 'worker',
  address: null,
  requestId: null,
}
