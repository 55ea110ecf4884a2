import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import type { Stores } from '../ports/index.ts'
import {
  aChallengeIn,
  anEnrolledPersonIn,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  noticesTo,
} from '../testing/index.ts'
import { setPassword, setTemporaryPassword } from './password.ts'

describe('setPassword', () => {
  it('R19 stores a permanent password, increments the epoch, and returns the account', async () => {
    const ports = memoryPorts()
    const temporaryPasswordExpiresAt = new Date(ports.clock.now().getTime() + 1)
    const { account } = await aPersonIn(ports, {
      mustChangePassword: true,
      temporaryPasswordExpiresAt,
      passwordEpoch: 4,
    })
    const { value } = await ports.transact(async (stores) =>
      ok(await setPassword(stores, account, 'a new hash', null)),
    )
    expect(value).toEqual({
      ...account,
      passwordHash: 'a new hash',
      passwordEpoch: 5,
      mustChangePassword: false,
      temporaryPasswordExpiresAt: null,
      updatedAt: ports.clock.now(),
    })
    expect(ports.database.tables.accounts.get(account.id)).toEqual(value)
  })

  it('R42 revokes all sessions except the one to keep, and all challenges, of this person only', async () => {
    const ports = memoryPorts()
    const [{ account }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
    const [kept, foreign] = [
      await aSessionIn(ports, account),
      await aSessionIn(ports, other.account),
    ]
    const foreignChallenge = await aChallengeIn(ports, other.account)
    await aSessionIn(ports, account)
    await aChallengeIn(ports, account)
    await ports.transact(async (stores) =>
      ok(await setPassword(stores, account, 'a new hash', kept.session.id)),
    )
    expect([...ports.database.tables.sessions.keys()]).toEqual([
      kept.session.id,
      foreign.session.id,
    ])
    const challenges = [...ports.database.tables.challenges.values()].map(({ digest }) => digest)
    expect(challenges).toEqual([ports.secrets.digest(foreignChallenge)])
  })
})

it.each([
  {
    name: 'setPassword',
    set: (stores: Stores, account: Account) => setPassword(stores, account, 'a new hash', null),
  },
  {
    name: 'setTemporaryPassword',
    set: (stores: Stores, account: Account) => setTemporaryPassword(stores, account, 'a new hash'),
  },
])('R42 $name ends an enrolment in progress, and keeps a second factor', async ({ set }) => {
  const ports = memoryPorts()
  const [enrolling, enrolled] = [
    await aPersonIn(ports, { mfaSecret: 'a secret that another person may have seen' }),
    await anEnrolledPersonIn(ports),
  ]
  for (const { account } of [enrolling, enrolled])
    await ports.transact(async (stores) => ok(await set(stores, account)))
  const stored = ({ account }: { readonly account: Account }) =>
    ports.database.tables.accounts.get(account.id)
  expect(stored(enrolling)).toMatchObject({ mfaSecret: null, mfaEnabledAt: null })
  const { mfaSecret, mfaEnabledAt } = enrolled.account
  expect(stored(enrolled)).toMatchObject({ mfaSecret, mfaEnabledAt })
})

describe('setTemporaryPassword', () => {
  it('R19 stores a password that expires after a day and must be replaced, and returns its expiry', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { passwordEpoch: 4 })
    const { value } = await ports.transact(async (stores) =>
      ok(await setTemporaryPassword(stores, account, 'a new hash')),
    )
    expect(value).toEqual(new Date(ports.clock.now().getTime() + 24 * 3_600_000))
    expect(ports.database.tables.accounts.get(account.id)).toEqual({
      ...account,
      passwordHash: 'a new hash',
      passwordEpoch: 5,
      mustChangePassword: true,
      temporaryPasswordExpiresAt: value,
      updatedAt: ports.clock.now(),
    })
  })

  it('R42 R33 revokes all sessions and challenges, and notifies the person', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await aSessionIn(ports, account)
    await aChallengeIn(ports, account)
    await ports.transact(async (stores) =>
      ok(await setTemporaryPassword(stores, account, 'a new hash')),
    )
    expect([ports.database.tables.sessions.size, ports.database.tables.challenges.size]).toEqual([
      0, 0,
    ])
    expect(noticesTo(ports, account)).toEqual([{ kind: 'password_changed' }])
  })
})
