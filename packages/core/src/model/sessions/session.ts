import type { AccountId } from '../accounts/account.ts'

declare const sessionIdBrand: unique symbol

/** UUID version 7; also the id of the token family. */
export type SessionId = string & { readonly [sessionIdBrand]: true }

/** One sign-in on one device: a token family. */
export type Session = {
  readonly id: SessionId
  readonly userId: AccountId
  /** Number of the newest refresh token. */
  readonly generation: number
  readonly rotatedAt: Date
  readonly createdAt: Date
  readonly expiresAt: Date
  /** What the browser calls itself, shortened. */
  readonly device: string
  readonly address: string | null
  readonly lastActiveAt: Date
  readonly rememberMe: boolean
}

/** Where a list of sessions was left: by latest activity and, of those of one millisecond, by id. */
export type SessionPosition = Pick<Session, 'lastActiveAt' | 'id'>

/** How long a session lives after its last refresh, and at most after its start, in seconds. */
export const sessionSlidingSeconds = 30 * 86_400
export const sessionAbsoluteSeconds = 90 * 86_400
/** How long a rotated token is still answered with the newest one, in seconds. */
export const rotationGraceSeconds = 10
/** How many rotations back that is, at most: more within the window than tabs that share a cookie ever need. */
export const rotationGraceMax = 128
