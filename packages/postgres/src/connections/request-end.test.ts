import { signIn } from '@ken/core'
import type { Job, PasswordHasher } from '@ken/core/ports'
import {
  aDevice,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPersonIn,
  memoryPorts,
  watchedPasswordHasher,
} from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { postgresPorts } from '../index.ts'
import { migratedDatabase, openFor } from '../testing/server-world.ts'
import { withinRequest } from './request-scope.ts'

const wrong = 'wrong horse battery'

/** A person who can sign in, and sign-ins whose caller hangs up while the password is hashed. */
async function world() {
  const database = await openFor((await migratedDatabase()).url)
  const jobs: Job[] = []
  const keptJobs = () => ({
    enqueue: async (added: readonly Job[]) => void jobs.push(...added),
    retryDead: async () => [],
    dropWaiting: async () => ({ dropped: [], kept: [] }),
  })
  let ending = new AbortController()
  const hasher = watchedPasswordHasher()
  const passwordHasher: PasswordHasher = {
    ...hasher,
    verify: async (...given) => {
      ending.abort()
      return hasher.verify(...given)
    },
  }
  const ports = memoryPorts({ ...postgresPorts(database, keptJobs), passwordHasher })
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  const attempt = (password: string) =>
    signIn(ports, {
      ...aDevice,
      origin: anOrigin,
      email: account.email,
      password,
      rememberMe: false,
    })
  const abandoned = (password: string) => {
    ending = new AbortController()
    return withinRequest(ending.signal, () => attempt(password))
  }
  const count = async (what: string) =>
    (
      await database.query<{ count: number }>(
        what,
        `select coalesce((select ${what}), 0)::int as count`,
        [],
      )
    )[0]!.count
  return {
    account,
    attempt,
    abandoned,
    jobs,
    database,
    failures: () => count(`sum(failures) from guess_budgets where bucket like 'account:%'`),
    audited: () => count(`count(*) from audit_log where action = 'sign_in.fail'`),
  }
}

describe('a sign-in whose caller hangs up while the password is hashed', () => {
  it('R24 R62 leaves the audit row and the alarm of a wrong tenth attempt', async () => {
    const { attempt, abandoned, jobs, audited } = await world()
    for (let tries = 0; tries < 9; tries += 1) await attempt(wrong)
    expect(jobs).toEqual([])
    expect(await abandoned(wrong)).toMatchObject({ ok: false })
    expect(await audited()).toBe(10)
    expect(jobs).toMatchObject([{ kind: 'deliver_notice' }])
  })

  it('R21 R25 counts no failure when the password is right', async () => {
    const { abandoned, attempt, failures } = await world()
    await attempt(wrong)
    await abandoned(aPassword)
    expect(await failures()).toBe(0)
  })

  it('R21 gives the attempt back when the password cannot be verified', async () => {
    const { attempt, failures, database, account } = await world()
    await attempt(wrong)
    const before = await failures()
    const ending = new AbortController()
    const { signInAttempts, attemptLimits } = postgresPorts(database, () => {
      throw new Error('There is no queue here.')
    })
    await withinRequest(ending.signal, async () => {
      const limit = {
        failuresMax: 10,
        windowSeconds: 900,
        firstDelaySeconds: 30,
        consecutiveMax: 100,
      }
      const begun = {
        email: account.email,
        unknownBucket: null,
        client: null,
        accountLimit: limit,
        device: null,
      }
      const { takenFrom } = await signInAttempts.begin(begun)
      ending.abort()
      for (const bucket of takenFrom) await attemptLimits.refund(bucket)
    })
    expect(await failures()).toBe(before)
  })

  it('R156 keeps the look-up that it shares with other searches', async () => {
    const { database } = await world()
    const ending = new AbortController()
    const { searchIndex } = postgresPorts(database, () => {
      throw new Error('There is no queue here.')
    })
    const supports = withinRequest(ending.signal, () => {
      ending.abort()
      return searchIndex.supportsVectors()
    })
    expect(await supports).toEqual(await searchIndex.supportsVectors())
  })

  it('stops if it has written nothing', async () => {
    const { database } = await world()
    const ending = new AbortController()
    const reading = withinRequest(ending.signal, async () => {
      await database.query('look', 'select 1 from users for update', [])
      ending.abort()
      await database.query('look', 'select 1 from users for update', [])
    })
    await expect(reading).rejects.toMatchObject({ dependency: 'request' })
  })
})
