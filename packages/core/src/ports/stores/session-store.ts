import type { AccountId } from '../../model/accounts/account.ts'
import type { PageWanted } from '../../model/page.ts'
import type { SecretIds } from '../credentials/refresh-tokens.ts'
import type { Session, SessionId, SessionPosition } from '../../model/sessions/session.ts'

/** Sessions at rest, inside a transaction. A session that is over is as good as missing in every method. */
export interface SessionStore {
  insert(session: Session): Promise<void>

  find(id: SessionId): Promise<Session | null>

  /** The account's sessions, latest activity first. */
  listOf(userId: AccountId, page: PageWanted<SessionPosition>): Promise<readonly Session[]>

  count(userId: AccountId): Promise<number>

  /**
   * How many sessions of any account have had no refresh since a server last signed with one of these secrets, so that their
   * tokens may still be of it. What is not known of a secret is taken to be until the one that signs now began.
   */
  countSignedBy(secrets: SecretIds['older'], newest: SecretIds['newest']): Promise<number>

  /** Ends a session of the account; false when it has none of that id. */
  end(userId: AccountId, id: SessionId): Promise<boolean>

  /** Ends every session of the account but `except`; answers how many. */
  endAll(userId: AccountId, except: SessionId | null): Promise<number>

  /** Forgets sessions that are over, of any account, at most so many; answers how many. Waits for nobody. */
  prune(countMax: number): Promise<number>
}
