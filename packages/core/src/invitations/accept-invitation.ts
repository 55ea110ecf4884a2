import type { NameInvalid, TokenInvalid } from '../model/accounts/account-errors.ts'
import {
  displayName,
  newAccount,
  profileOf,
  type AccountId,
  type AccountProfile,
} from '../model/accounts/account.ts'
import type { Anonymous } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { refundIfThrown } from '../attempt-limits/attempt-limits.ts'
import { validatePassword } from '../credentials/password-policy.ts'
import type { AttemptsExhausted, PasswordRejected } from '../model/passwords/password-errors.ts'
import type { AttemptBucket, AttemptLimit, Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { advance, issueTokens, type SignInStep } from '../sign-in-flow/sign-in-flow.ts'
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
export type AcceptedInvitation = { readonly account: AccountProfile; readonly step: SignInStep }

/** The passwords that the holder of one token may have validated, so that scoring is not unlimited. */
const acceptanceLimit: AttemptLimit = {
  failuresMax: 20,
  windowSeconds: 900,
  firstDelaySeconds: 60,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}
const acceptanceBucket = ({ id }: Pick<Invitation, 'id'>): AttemptBucket => `invitation:${id}`

/**
 * Creates the account of an invitation, with its address and role. Exactly one of any concurrent calls with one token
 * succeeds. The sign-in then continues as after a verified password: a role that requires a second factor gets no
 * session before it is enrolled.
 */
export async function acceptInvitation(
  ports: Pick<
    Ports,
    | 'accessTokens'
    | 'breachedPasswords'
    | 'deviceTokens'
    | 'attemptLimits'
    | 'ids'
    | 'passwordHasher'
    | 'passwordStrength'
    | 'refreshTokens'
    | 'secrets'
  > &
    Transacts<
      | 'accounts'
      | 'audit'
      | 'challenges'
      | 'invitations'
      | 'linkCodes'
      | 'lockAccount'
      | 'now'
      | 'sessions'
      | 'settings'
    >,
  { actor, token, from, ...input }: AcceptInvitation,
): Promise<
  Result<AcceptedInvitation, TokenInvalid | NameInvalid | PasswordRejected | AttemptsExhausted>
> {
  // Refuses an invalid token before it validates and hashes a password.
  const invited = await ports.transact(async (stores) => {
    const invitation = await openInvitation(ports, stores, token)
    return invitation === null ? err({ code: 'account.token_invalid' }) : ok(invitation)
  })
  if (!invited.ok) return invited

  const name = displayName(input.name)
  if (name === null) return err({ code: 'account.name_invalid' })
  const bucket = acceptanceBucket(invited.value)
  const attempt = await ports.attemptLimits.take(bucket, acceptanceLimit)
  if (!attempt.allowed)
    return err({ code: 'password.guesses_exhausted', retryAfterSeconds: attempt.retryAfterSeconds })
  const hashed = await refundIfThrown(ports, [bucket], () =>
    validateAndHash(ports, input.password, [name, invited.value.email]),
  )
  if (!hashed.ok) return hashed
  const passwordHash = hashed.value

  const created = await ports.transact(async (stores) => {
    const invitation = await openInvitation(ports, stores, token)
    if (invitation === null) return err({ code: 'account.token_invalid' })
    const { id: invitationId, email, role } = invitation
    const now = await stores.now()
    const account = newAccount(
      { id: ports.ids.newId() as AccountId, email, name, passwordHash, role },
      now,
    )
    if (!(await stores.accounts.insert(account))) return err({ code: 'account.token_invalid' })
    await stores.invitations.update(accepted(invitation, now))
    const entry = auditEntry(actor, 'invitation.accept', `user:${account.id}`, {
      invitation_id: invitationId,
      role,
    })
    await stores.audit.append({ ...entry, actorId: account.id })
    const progress = { secondFactorPassed: false, rememberMe: false }
    return ok({ account, opened: await advance(ports, stores, account, progress, from) })
  })
  if (!created.ok) return created
  const { account, opened } = created.value
  return ok({ account: profileOf(account), step: await issueTokens(ports, opened) })
}

async function validateAndHash(
  ports: Pick<Ports, 'breachedPasswords' | 'passwordHasher' | 'passwordStrength'>,
  input: string,
  personalWords: readonly string[],
): Promise<Result<string, PasswordRejected>> {
  const password = await validatePassword(ports, input, personalWords)
  return password.ok ? ok(await ports.passwordHasher.hash(password.value)) : password
}
