import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Person } from '../model/actor.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SessionRefused } from '../model/sessions/session-errors.ts'
import type {
  PasswordChangeRequired,
  SecondFactorRequired,
} from '../model/sign-in/sign-in-errors.ts'
import type { AccountHolder, Ports } from '../ports/index.ts'
import { gateOf, type Gate } from './gate.ts'

/** What an operation admits beside people with a live session and no gate. */
export type SessionAdmission = {
  /** The gate that this operation completes, and that therefore does not block it. */
  readonly allowedGate?: Gate
  /** The operation only reads what the person may see. It works until the token expires, even after the session has ended. */
  readonly isReadOnly?: boolean
}
/** Why a person is not admitted. */
export type NotAdmitted = SessionRefused | Forbidden | PasswordChangeRequired | SecondFactorRequired

/** The current state of a person whom an operation admits. */
export async function admittedHolder(
  { accountHolders }: Pick<Ports, 'accountHolders'>,
  { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>,
  { allowedGate, isReadOnly = false }: SessionAdmission,
): Promise<Result<AccountHolder, NotAdmitted>> {
  const holder = await accountHolders.findById(userId, sessionId)
  if (holder?.status !== 'active') return err({ code: 'account.forbidden' })
  if (!holder.isSessionAlive && !isReadOnly) return err({ code: 'session.refused' })
  const gate = gateOf(holder)
  return gate === null || gate === allowedGate ? ok(holder) : err({ code: gate })
}
