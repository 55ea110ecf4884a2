import type { AccountId } from '../../../model/accounts/account.ts'
import type { PageRequest } from '../../../model/page.ts'
import type { SecretIds } from '../../credentials/refresh-tokens.ts'
import type { Session, SessionId, SessionPosition } from '../../../model/sessions/session.ts'

/** Stores sessions, inside a transaction. Every method treats an ended session as missing. */
export interface SessionStore {
  /** Adds a session with a new id. */
  insert(session: Session): Promise<void>

  /** Null if the session does not exist or has ended. */
  find(id: SessionId): Promise<Session | null>

  /** The account's sessions, latest activity first. */
  listByUser(userId: AccountId, page: PageRequest<SessionPosition>): Promise<readonly Session[]>

  /** The number of the account's live sessions. */
  count(userId: AccountId): Promise<number>

  /**
   * The number of sessions, over all accounts, without a refresh since a server last signed with
   * one of these secrets, so that their token may still be signed with it. A secret without a
   * record counts as used until the current one was first used.
   */
  countSignedBy(secrets: SecretIds['older'], newest: SecretIds['newest']): Promise<number>

  /** The ids of the secrets that servers have signed with in the last 15 seconds, in order. */
  listSigning(): Promise<readonly string[]>

  /** Ends a session of the account. Returns false if it has none with this id. */
  end(userId: AccountId, id: SessionId): Promise<boolean>

  /** Ends all sessions of the account except `except`, and returns their number. */
  endAll(userId: AccountId, except: SessionId | null): Promise<number>

  /**
   * Deletes at most `countMax` ended sessions of any account, and returns their number. Skips
   * locked rows.
   */
  prune(countMax: number): Promise<number>
}
