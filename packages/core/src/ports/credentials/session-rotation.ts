import type { AccountId, Role } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { AuditEntry } from '../../model/audit-entry.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/** The audit entry of a reuse. Its target is the account of the session, which only the rotation finds. */
export type ReuseEntry = Omit<AuditEntry, 'target'>

/** A presented refresh token, and where it came from. */
export type Rotation = {
  readonly sessionId: SessionId
  readonly generation: number
  readonly device: string
  readonly address: string | null
  /** Stored if the token is reused. */
  readonly reuseEntry: ReuseEntry
}

/** The outcome. `rotated` and `grace` carry the generation of the newest token. */
export type RotationResult =
  | {
      readonly kind: 'rotated' | 'grace'
      readonly generation: number
      readonly userId: AccountId
      readonly role: Role
      readonly email: Email
      readonly name: string
      readonly rememberMe: boolean
    }
  /** An earlier token after its grace window: the family is gone and the reuse audited, and that is committed. */
  | { readonly kind: 'reused'; readonly userId: AccountId }
  /** No such session, or it is over, or its account is not active. */
  | { readonly kind: 'ended' }

/** Rotates refresh tokens: the hot path of every surface with sign-in. */
export interface SessionRotation {
  /**
   * Rotates in one atomic statement, by database time: of any concurrent requests with the newest token, one rotates
   * and all get the same successor. Extends the session, up to its absolute maximum. An older token is `grace` within
   * the grace window of its rotation, even after up to `rotationGraceMax` further rotations, because tabs share a
   * cookie and can send it at the same time; it gets the newest token. The window counts only time in which a server
   * was up, because a crash may have lost the response. After the window it is `reused`: the family is deleted and the
   * audit entry stored, both or neither, also if the caller then fails. Of any concurrent reuses, one is `reused` and
   * all others are `ended`. If it throws, nothing was consumed.
   */
  rotate(rotation: Rotation): Promise<RotationResult>
}
