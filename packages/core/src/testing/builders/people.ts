import type { Account } from '../../model/accounts/account.ts'
import type { Person } from '../../model/actor.ts'
import type { ExternalId, Identity, IdentitySource } from '../../model/identities/identity.ts'
import type { Key } from '../../model/keys/key.ts'
import type { NoticeSubject, Ports } from '../../ports/index.ts'
import { ok, type Result } from '../../model/result.ts'
import type { Session } from '../../model/sessions/session.ts'
import { accountBucket } from '../../attempt-limits/guesses.ts'
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

/** A new account in the world, and its person as an actor. */
export async function aPersonIn(
  ports: Pick<Ports, 'transact'>,
  overrides: Parameters<typeof anAccount>[0] = {},
): Promise<{ readonly account: Account; readonly actor: Person }> {
  const account = anAccount(overrides)
  await ports.transact(async ({ accounts }) => ok(await accounts.insert(account)))
  return { account, actor: aPerson(account) }
}

/** A key of the account, in force. */
export async function aKeyIn(
  ports: Pick<Ports, 'transact'>,
  account: Pick<Account, 'id'>,
  overrides: Parameters<typeof aKey>[1] = {},
): Promise<Key> {
  const key = aKey(account, overrides)
  await ports.transact(async ({ keys }) => ok(await keys.insert(key, newDigest())))
  return key
}

/** An identity in the team chat that acts as the account, unless told otherwise. */
export async function anIdentityIn(
  ports: Pick<Ports, 'transact'>,
  account: Pick<Account, 'id'>,
  { source = 'teamchat', externalId = newId() }: { readonly source?: string; readonly externalId?: string } = {},
): Promise<Identity> {
  const named = { source: source as IdentitySource, externalId: externalId as ExternalId }
  const identity = anIdentity(account, named)
  await ports.transact(async ({ identities }) => ok(await identities.insert(identity)))
  return identity
}

/** The password of everybody whom `aPersonIn` is told to give `aPasswordHash`. */
export const aPassword = 'correct horse battery'
export const aPasswordHash = `hash of ${aPassword}`

/** Somebody with a password, an authenticator and two recovery codes, all in force. */
export async function anEnrolledPersonIn(
  ports: Pick<MemoryPorts, 'cipher' | 'clock' | 'oneTimeCodes' | 'passwordHasher' | 'recoveryCodeSource' | 'transact'>,
  overrides: Parameters<typeof anAccount>[0] = {},
) {
  const { account: bare, actor } = await aPersonIn(ports, { passwordHash: aPasswordHash, ...overrides })
  const seed = ports.oneTimeCodes.newSecret()
  const mfaSecret = ports.cipher.encrypt(seed, { purpose: 'mfa_secret', ownerId: bare.id })
  const account: Account = { ...bare, mfaSecret, mfaEnabledAt: aDate }
  const recoveryCodes = ports.recoveryCodeSource.newCodes(2)
  const hashes = recoveryCodes.map((code) => ports.passwordHasher.hash(ports.recoveryCodeSource.normalize(code)!))
  const hashed = await Promise.all(hashes)
  await ports.transact(async (stores) => {
    await stores.accounts.update(account)
    return ok(await stores.recoveryCodes.replace(account.id, hashed))
  })
  /** What the authenticator shows now. */
  const code = (): string => ports.oneTimeCodes.codeAt(seed, ports.clock.now())
  return { account, actor, seed, code, recoveryCodes }
}

/** A challenge of the account that was made now, as its holder presents it. */
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

/** A reset link of the account that was mailed now: its token. */
export async function aPasswordResetIn(ports: Pick<Ports, 'secrets' | 'transact'>, account: Account): Promise<string> {
  const { plain, digest } = ports.secrets.newSecret()
  await ports.transact(async ({ passwordResets, now }) =>
    ok(await passwordResets.insert(aPasswordReset(account, await now()), digest)),
  )
  return plain
}

/** A session of the account that begins now, with its person as an actor and its first refresh token. */
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

/** The value of a result that must be ok. */
export function valueOf<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (!result.ok) throw new Error(`refused with ${result.error.code}`)
  return result.value
}

/** What the person of an account is told by mail, first to last. */
export const noticesTo = (
  { database }: Pick<MemoryPorts, 'database'>,
  { email }: { readonly email: string },
): readonly NoticeSubject[] =>
  [...database.tables.jobs.values()].flatMap((job) =>
    job.kind === 'deliver_notice' && job.notice.to.address === email ? [job.notice.about] : [],
  )

/** The failed guesses that count against an account. */
export const failuresOf = ({ database }: Pick<MemoryPorts, 'database'>, account: Pick<Account, 'id'>): number =>
  database.tables.guesses.get(accountBucket(account.id))?.failures ?? 0
