import type { Anonymous, Operator } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { validatePassword } from '../credentials/password-policy.ts'
import type { PasswordRejected } from '../model/passwords/password-errors.ts'
import type { Ports, Stores, Transacts } from '../ports/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  advance,
  issueTokens,
  type SignInStep,
  type SignInFlowPorts,
} from '../sign-in-flow/sign-in-flow.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'
import type { AlreadySetUp, EmailInvalid, NameInvalid } from '../model/accounts/account-errors.ts'
import {
  displayName,
  newAccount,
  profileOf,
  type AccountId,
  type AccountProfile,
} from '../model/accounts/account.ts'
import { newEmail } from '../model/accounts/email.ts'

export type SetUpOwner = {
  readonly actor: Anonymous | Operator
  readonly email: string
  readonly password: string
  /** Defaults to the part of the address before the `@`. */
  readonly name?: string | undefined
  /** The browser in which the new Owner continues to sign in. The command line has none. */
  readonly from?: SignInDevice
}
/** `step` is null without a browser. */
export type OwnerSetUp = { readonly account: AccountProfile; readonly step: SignInStep | null }

/**
 * Creates the first account, an Owner, for `/setup` and the command line. Exactly one of any concurrent calls succeeds.
 * Once an account exists, all calls get the same refusal. In a browser, the sign-in continues as after a verified password.
 */
export async function setUpOwner(
  ports: SignInFlowPorts & Pick<Ports, 'breachedPasswords' | 'passwordHasher' | 'passwordStrength'>,
  { actor, from, ...input }: SetUpOwner,
): Promise<Result<OwnerSetUp, AlreadySetUp | EmailInvalid | NameInvalid | PasswordRejected>> {
  // Refuses before it validates and hashes a password.
  const empty = await ports.transact(refuseUnlessEmpty)
  if (!empty.ok) return empty

  const email = newEmail(input.email)
  if (email === null) return err({ code: 'account.email_invalid' })
  const name = displayName(input.name ?? email.slice(0, email.indexOf('@')))
  if (name === null) return err({ code: 'account.name_invalid' })
  const hashed = await validateAndHash(ports, input.password, [name, email])
  if (!hashed.ok) return hashed
  const passwordHash = hashed.value

  const created = await ports.transact(async (stores) => {
    await stores.lockBootstrap()
    const stillEmpty = await refuseUnlessEmpty(stores)
    if (!stillEmpty.ok) return stillEmpty

    const id = ports.ids.newId() as AccountId
    const account = newAccount({ id, email, name, passwordHash, role: 'Owner' }, await stores.now())
    await stores.accounts.insert(account)
    await stores.audit.append({
      ...auditEntry(actor, 'account.set_up', `user:${account.id}`),
      actorId: account.id,
    })
    const progress = { secondFactorPassed: false, rememberMe: false }
    return ok({
      account,
      opened: from === undefined ? null : await advance(ports, stores, account, progress, from),
    })
  })
  if (!created.ok) return created
  const { account, opened } = created.value
  const step = opened === null ? null : await issueTokens(ports, opened)
  return ok({ account: profileOf(account), step })
}

/**
 * Validates and hashes a password. A setup that waited for either is refused if another has created the Owner meanwhile,
 * even if the queue was full.
 */
async function validateAndHash(
  ports: Pick<Ports, 'breachedPasswords' | 'passwordHasher' | 'passwordStrength'> &
    Transacts<'accounts'>,
  input: string,
  personalWords: readonly string[],
): Promise<Result<string, AlreadySetUp | PasswordRejected>> {
  try {
    const password = await validatePassword(ports, input, personalWords)
    const empty = await ports.transact(refuseUnlessEmpty)
    if (!empty.ok) return empty
    return password.ok ? ok(await ports.passwordHasher.hash(password.value)) : password
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    const empty = await ports.transact(refuseUnlessEmpty)
    if (!empty.ok) return empty
    throw error
  }
}

async function refuseUnlessEmpty({
  accounts,
}: Pick<Stores, 'accounts'>): Promise<Result<null, AlreadySetUp>> {
  return (await accounts.isEmpty()) ? ok(null) : err({ code: 'account.already_set_up' })
}
