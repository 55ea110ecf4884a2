import type { AccountId, Role } from './accounts/account.ts'
import type { IdentitySource } from './identities/identity.ts'
import type { KeyId } from './keys/key.ts'

/** Where a call came from, as far as the surface knows; goes into the audit log and nowhere else. */
export type Origin = {
  /** Textual IP address of the client. */
  readonly address: string | null
  readonly requestId: string | null
}

/** Somebody with an account. `role` is what the credential said; rules that matter read it again. */
export type Person = Origin & {
  readonly kind: 'person'
  readonly userId: AccountId
  readonly role: Role
  readonly via: 'web' | 'api_key' | 'service_key' | 'chat'
  readonly keyId: KeyId | null
  readonly sessionId: string | null
  /** The identity source of the surface that speaks for the person. */
  readonly source: IdentitySource | null
}

/** Whoever runs the command line beside the database and the secrets: nobody stands above them. */
export type Operator = Origin & { readonly kind: 'operator'; readonly via: 'cli' }

/** A caller before any proof of identity: sign-in, setup, accepting an invitation. */
export type Anonymous = Origin & { readonly kind: 'anonymous'; readonly via: 'web' }

/** A surface that speaks for many people, while it is not yet known for whom. */
export type ServiceSurface = Origin & {
  readonly kind: 'surface'
  readonly via: 'service_key' | 'chat'
  /** Null for a built-in surface. */
  readonly keyId: KeyId | null
  readonly source: IdentitySource
}

/** Who performs a use case. */
export type Actor = Person | Operator | Anonymous | ServiceSurface

export const operator: Operator = { kind: 'operator', via: 'cli', address: null, requestId: null }
