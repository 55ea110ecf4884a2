import type { AccountId } from '../accounts/account.ts'

declare const sessionIdBrand: unique symbol

/** UUID version 7; also the id of the token family. */
export type SessionId = string & { readonly [sessionIdBrand]: true }

/** One sign-in on one device: a token family. */
export type Session = {
  readonly id: SessionId
  readonly userId: AccountId
  /** The number of the newest refresh token. */
  readonly generation: number
  readonly rotatedAt: Date
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The browser's user agent, shortened. */
  readonly device: string
  readonly address: string | null
  readonly lastActiveAt: Date
  readonly rememberMe: boolean
}

/** A position in the list of sessions: by latest activity, then by id. */
export type SessionPosition = Pick<Session, 'lastActiveAt' | 'id'>

/** The lifetime of a session after its last refresh, and in total. */
export const sessionSlidingSeconds = 30 * 86_400
export const sessionAbsoluteSeconds = 90 * 86_400
/** The grace window: for how long a rotated token still returns the newest one. */
export const rotationGraceSeconds = 10
/**
 * The most rotations back that the grace window accepts: more than tabs that share a cookie ever
 * need.
 */
export const rotationGraceMax = 128
