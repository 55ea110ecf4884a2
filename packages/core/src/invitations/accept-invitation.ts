import type { NameInvalid, TokenInvalid } from '../model/accounts/account-errors.ts'
import { displayName, newAccount, type Account, type AccountId } from '../model/accounts/account.ts'
import type { Anonymous } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { judgePassword } from '../credentials/password-policy.ts'
import type { GuessesExhausted, PasswordRejected } from '../model/passwords/password-errors.ts'
import type { GuessBucket, GuessRule, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { advance, present, type SignInStep } from '../sign-in-flow/stages.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'
import { accepted, type Invitation } from '../model/invitations/invitation.ts'
import { openInvitation } from './open-invitation.ts'

export type AcceptInvitation = {
  readonly actor: Anonymous
  readonly token: string
  readonly name: string
  readonly password: string
  readonly from: SignInDevice
}
export type AcceptedInvitation = { readonly account: Account; readonly step: SignInStep }

/** Passwords that the holder of one token may have judged, for nobody to have them scored without end. */
const acceptanceRule: GuessRule = {
  failuresMax: 20,
  windowSeconds: 900,
  firstDelaySeconds: 60,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}
const acceptanceBucket = ({ id }: Pick<Invitation, 'id'>): GuessBucket => `invitation:${id}`

/**
 * Makes the account that an invitation invites to: address and role are the invitation's. Of any number at once
 * with one token, one succeeds. The stages of a sign-in begin with the commit, as if the password had just been
 * verified: a role that requires a second factor has no session before it.
 */
export async function acceptInvitation(
  ports: Pick<
    Ports,
    | 'accessTokens'
    | 'breachedPasswords'
    | 'deviceTokens'
    | 'guessBudgets'
    | 'ids'
    | 'passwordHasher'
    | 'passwordStrength'
    | 'refreshTokens'
    | 'secrets'
    | 'transact'
  >,
  { actor, token, from, ...input }: AcceptInvitation,
): Promise<Result<AcceptedInvitation, TokenInvalid | NameInvalid | PasswordRejected | GuessesExhausted>> {
  // Asked first, so that nobody without an invitation makes passwords be judged and hashed.
  const invited = await ports.transact(async (stores) => {
    const invitation = await openInvitation(ports, stores, token)
    return invitation === null ? err({ code: 'account.token_invalid' }) : ok(invitation)
  })
  if (!invited.ok) return invited

  const name = displayName(input.name)
  if (name === null) return err({ code: 'account.name_invalid' })
  const bucket = acceptanceBucket(invited.value)
  const offer = await ports.guessBudgets.take(bucket, acceptanceRule)
  if (!offer.allowed) return err({ code: 'password.guesses_exhausted', retryAfterSeconds: offer.retryAfterSeconds })
  const hashed = await judgeAndHash(ports, input.password, [name, invited.value.email]).catch(async (error: unknown) => {
    await ports.guessBudgets.forgive(bucket)
    throw error
  })
  if (!hashed.ok) return hashed
  const passwordHash = hashed.value

  const created = await ports.transact(async (stores) => {
    const invitation = await openInvitation(ports, stores, token)
    if (invitation === null) return err({ code: 'account.token_invalid' })
    const { id: invitationId, email, role } = invitation
    const now = await stores.now()
    const account = newAccount({ id: ports.ids.newId() as AccountId, email, name, passwordHash, role }, now)
    if (!(await stores.accounts.insert(account))) return err({ code: 'account.token_invalid' })
    await stores.invitations.update(accepted(invitation, now))
    const entry = auditEntry(actor, 'invitation.accept', `user:${account.id}`, { invitation_id: invitationId, role })
    await stores.audit.append({ ...entry, actorId: account.id })
    const progress = { secondFactorPassed: false, rememberMe: false }
    return ok({ account, opened: await advance(ports, stores, account, progress, from) })
  })
  if (!created.ok) return created
  await ports.guessBudgets.clear(bucket)
  const { account, opened } = created.value
  return ok({ account, step: await present(ports, opened) })
}

async function judgeAndHash(
  ports: Pick<Ports, 'breachedPasswords' | 'passwordHasher' | 'passwordStrength'>,
  input: string,
  personalWords: readonly string[],
): Promise<Result<string, PasswordRejected>> {
  const password = await judgePassword(ports, input, personalWords)
  return password.ok ? ok(await ports.passwordHasher.hash(password.value)) : password
}
