import type { Anonymous, Operator } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { judgePassword } from '../credentials/password-policy.ts'
import type { PasswordRejected } from '../model/passwords/password-errors.ts'
import type { Ports, Stores } from '../ports/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { err, ok, type Result } from '../model/result.ts'
import { advance, present, type SignInStep, type StagePorts } from '../sign-in-flow/stages.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'
import type { AlreadySetUp, EmailInvalid, NameInvalid } from '../model/accounts/account-errors.ts'
import { displayName, newAccount, type Account, type AccountId } from '../model/accounts/account.ts'
import { newEmail } from '../model/accounts/email.ts'

export type SetUpOwner = {
  readonly actor: Anonymous | Operator
  readonly email: string
  readonly password: string
  /** Defaults to the part of the address before the `@`. */
  readonly name?: string | undefined
  /** The browser in which the new Owner goes on to sign in; the command line has none. */
  readonly from?: SignInDevice
}
/** `step` is null without a browser. */
export type OwnerSetUp = { readonly account: Account; readonly step: SignInStep | null }

/**
 * Creates the first account, an Owner: the one path of `/setup` and the command line.
 * Of any number at once exactly one succeeds; once anybody has an account, all are refused alike.
 * In a browser the stages of a sign-in begin with the commit, as if the password had just been verified.
 */
export async function setUpOwner(
  ports: StagePorts & Pick<Ports, 'breachedPasswords' | 'passwordHasher' | 'passwordStrength'>,
  { actor, from, ...input }: SetUpOwner,
): Promise<Result<OwnerSetUp, AlreadySetUp | EmailInvalid | NameInvalid | PasswordRejected>> {
  // Asked first, so that nobody makes a service that is set up hash passwords.
  const vacant = await ports.transact(refuseUnlessEmpty)
  if (!vacant.ok) return vacant

  const email = newEmail(input.email)
  if (email === null) return err({ code: 'account.email_invalid' })
  const name = displayName(input.name ?? email.slice(0, email.indexOf('@')))
  if (name === null) return err({ code: 'account.name_invalid' })
  const hashed = await judgeAndHash(ports, input.password, [name, email])
  if (!hashed.ok) return hashed
  const passwordHash = hashed.value

  const created = await ports.transact(async (stores) => {
    await stores.lockBootstrap()
    const stillVacant = await refuseUnlessEmpty(stores)
    if (!stillVacant.ok) return stillVacant

    const id = ports.ids.newId() as AccountId
    const account = newAccount({ id, email, name, passwordHash, role: 'Owner' }, await stores.now())
    await stores.accounts.insert(account)
    await stores.audit.append({ ...auditEntry(actor, 'account.set_up', `user:${account.id}`), actorId: account.id })
    const progress = { secondFactorPassed: false, rememberMe: false }
    return ok({ account, opened: from === undefined ? null : await advance(ports, stores, account, progress, from) })
  })
  if (!created.ok) return created
  const { account, opened } = created.value
  return ok({ account, step: opened === null ? null : await present(ports, opened) })
}

/**
 * Judges and hashes a password. Setups that wait together for either are refused as soon as one of them has created the
 * Owner: before they are hashed, and also where they were refused for the length of the line.
 */
async function judgeAndHash(
  ports: Pick<Ports, 'breachedPasswords' | 'passwordHasher' | 'passwordStrength' | 'transact'>,
  input: string,
  personalWords: readonly string[],
): Promise<Result<string, AlreadySetUp | PasswordRejected>> {
  try {
    const password = await judgePassword(ports, input, personalWords)
    const vacant = await ports.transact(refuseUnlessEmpty)
    if (!vacant.ok) return vacant
    return password.ok ? ok(await ports.passwordHasher.hash(password.value)) : password
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    const vacant = await ports.transact(refuseUnlessEmpty)
    if (!vacant.ok) return vacant
    throw error
  }
}

async function refuseUnlessEmpty({ accounts }: Pick<Stores, 'accounts'>): Promise<Result<null, AlreadySetUp>> {
  return (await accounts.isEmpty()) ? ok(null) : err({ code: 'account.already_set_up' })
}
