import type { AccountId } from '../accounts/account.ts'
import type { Session, SessionId } from '../sessions/session.ts'

/** Sessions at rest, inside a transaction. A session that is over is as good as missing in every method. */
export interface SessionStore {
  insert(session: Session): Promise<void>

  find(id: SessionId): Promise<Session | null>

  /** The account's sessions, latest activity first, at most 1,000. */
  listOf(userId: AccountId): Promise<readonly Session[]>

  /** Ends a session of the account; false when it has none of that id. */
  end(userId: AccountId, id: SessionId): Promise<boolean>

  /** Ends every session of the account but `except`; answers how many. */
  endAll(userId: AccountId, except: SessionId | null): Promise<number>
}
