import type { Account } from '../../model/accounts/account.ts'
import type { Person } from '../../model/actor.ts'
import type { ExternalId, Identity, IdentitySource } from '../../model/identities/identity.ts'
import type { Key } from '../../model/keys/key.ts'
import type { NoticeSubject, Ports } from '../../ports/index.ts'
import { ok, type Result } from '../../model/result.ts'
import type { Session } from '../../model/sessions/session.ts'
import { accountBucket } from '../../attempt-limits/attempt-limits.ts'
import type { Challenge } from '../../model/sign-in/challenge.ts'
import {
  aChallenge,
  aDate,
  aKey,
  anAccount,
  anIdentity,
  aPasswordReset,
  aPerson,
  aSession,
  newDigest,
  newId,
} from './builders.ts'
import type { MemoryPorts } from '../memory/memory-ports.ts'

/** A new account, and its owner as an actor. */
export async function aPersonIn(
  ports: Pick<Ports, 'transact'>,
  overrides: Parameters<typeof anAccount>[0] = {},
): Promise<{ readonly account: Account; readonly actor: Person }> {
  const account = anAccount(overrides)
  await ports.transact(async ({ accounts }) => ok(await accounts.insert(account)))
  return { account, actor: aPerson(account) }
}

/** An active key of the account. */
export async function aKeyIn(
  ports: Pick<Ports, 'transact'>,
  account: Pick<Account, 'id'>,
  overrides: Parameters<typeof aKey>[1] = {},
): Promise<Key> {
  const key = aKey(account, overrides)
  await ports.transact(async ({ keys }) => ok(await keys.insert(key, newDigest())))
  return key
}

/** By default an identity in team chat, linked to the account. */
export async function anIdentityIn(
  ports: Pick<Ports, 'transact'>,
  account: Pick<Account, 'id'>,
  {
    source = 'teamchat',
    externalId = newId(),
  }: { readonly source?: string; readonly externalId?: string } = {},
): Promise<Identity> {
  const named = { source: source as IdentitySource, externalId: externalId as ExternalId }
  const identity = anIdentity(account, named)
  await ports.transact(async ({ identities }) => ok(await identities.insert(identity)))
  return identity
}

/** The password behind `aPasswordHash`. */
export const aPassword = 'correct horse battery'
export const aPasswordHash = `hash of ${aPassword}`

/** A person with a password, an authenticator and two recovery codes. */
export async function anEnrolledPersonIn(
  ports: Pick<
    MemoryPorts,
    'cipher' | 'clock' | 'oneTimeCodes' | 'recoveryCodeHasher' | 'recoveryCodeSource' | 'transact'
  >,
  overrides: Parameters<typeof anAccount>[0] = {},
) {
  const { account: bare, actor } = await aPersonIn(ports, {
    passwordHash: aPasswordHash,
    ...overrides,
  })
  const seed = ports.oneTimeCodes.newSecret()
  const mfaSecret = ports.cipher.encrypt(seed, { purpose: 'mfa_secret', ownerId: bare.id })
  const account: Account = { ...bare, mfaSecret, mfaEnabledAt: aDate }
  const recoveryCodes = ports.recoveryCodeSource.newCodes(2)
  const hashes = recoveryCodes.map((code) =>
    ports.recoveryCodeHasher.hash(ports.recoveryCodeSource.normalize(code)!),
  )
  const hashed = await Promise.all(hashes)
  await ports.transact(async (stores) => {
    await stores.accounts.update(account)
    return ok(await stores.recoveryCodes.replace(account.id, hashed))
  })
  /** The current code of the authenticator. */
  const code = (): string => ports.oneTimeCodes.codeAt(seed, ports.clock.now())
  return { account, actor, seed, code, recoveryCodes }
}

/** A challenge of the account, created now, with its secret. */
export async function aChallengeIn(
  ports: Pick<Ports, 'secrets' | 'transact'>,
  account: Account,
  overrides: Partial<Challenge> = {},
): Promise<string> {
  const { plain, digest } = ports.secrets.newSecret()
  await ports.transact(async ({ challenges, now }) =>
    ok(await challenges.insert(aChallenge(account, await now(), overrides), digest)),
  )
  return plain
}

/** The token of a reset link that was just sent to the account. */
export async function aPasswordResetIn(
  ports: Pick<Ports, 'secrets' | 'transact'>,
  account: Account,
): Promise<string> {
  const { plain, digest } = ports.secrets.newSecret()
  await ports.transact(async ({ passwordResets, now }) =>
    ok(await passwordResets.insert(aPasswordReset(account, await now()), digest)),
  )
  return plain
}

/** A new session of the account, with its owner as an actor and its first refresh token. */
export async function aSessionIn(
  ports: Pick<Ports, 'refreshTokens' | 'transact'>,
  account: Account,
): Promise<{ readonly session: Session; readonly actor: Person; readonly refreshToken: string }> {
  const { value: session } = await ports.transact(async ({ sessions, now }) => {
    const created = aSession(account, await now())
    await sessions.insert(created)
    return ok(created)
  })
  const actor = aPerson(account, { sessionId: session.id })
  return { session, actor, refreshToken: ports.refreshTokens.issue(session.id, session.generation) }
}

/** The value of a result, which must be ok. */
export function valueOf<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (!result.ok) throw new Error(`refused with ${result.error.code}`)
  return result.value
}

/** The notices emailed to the owner of an account, oldest first. */
export const noticesTo = (
  { database }: Pick<MemoryPorts, 'database'>,
  { email }: { readonly email: string },
): readonly NoticeSubject[] =>
  [...database.tables.jobs.values()].flatMap((job) =>
    job.kind === 'deliver_notice' && job.notice.to.address === email ? [job.notice.about] : [],
  )

/** The number of failed attempts counted against an account. */
export const failuresOf = (
  { database }: Pick<MemoryPorts, 'database'>,
  account: Pick<Account, 'id'>,
): number => database.tables.attempts.get(accountBucket(account.id))?.failures ?? 0
