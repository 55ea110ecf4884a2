import type { AccountId, Role } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/** A presented refresh token, and from where. */
export type Rotation = {
  readonly sessionId: SessionId
  readonly generation: number
  readonly device: string
  readonly address: string | null
}

/** What became of it. `rotated` and `grace` carry the generation of the newest token. */
export type Rotated =
  | {
      readonly kind: 'rotated' | 'grace'
      readonly generation: number
      readonly userId: AccountId
      readonly role: Role
      readonly email: Email
      readonly name: string
      readonly rememberMe: boolean
    }
  /** An earlier token after its grace window: the family is gone, and that is committed. */
  | { readonly kind: 'reused'; readonly userId: AccountId }
  /** No such session, or it is over, or its account is not active. */
  | { readonly kind: 'ended' }

/** Rotates refresh tokens: the hot path of every surface that people sign in to. */
export interface SessionRotation {
  /**
   * Rotates in one atomic statement, judged by database time: of any number of requests with the
   * newest token, one rotates and all get the same successor. Slides the session's end, up to its absolute cap.
   * A token older than the newest is `grace` within the grace window of the rotation that replaced it, also
   * when others followed, up to `rotationGraceMax` of them: tabs share a cookie, and their requests cross. It
   * gets the newest token. The window counts only time in which a server was up, because a crash may have swallowed the
   * answer. After that it is `reused`, and the family is deleted whatever the caller does then.
   * Throws without having consumed anything.
   */
  rotate(rotation: Rotation): Promise<Rotated>
}
