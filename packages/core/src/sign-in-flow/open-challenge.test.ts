import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import { aChallengeIn, aPersonIn, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import type { Challenge, Stage } from '../model/sign-in/challenge.ts'
import {
  consumeChallenge,
  verifyAttempt,
  openChallenge,
  type OpenChallenge,
} from './open-challenge.ts'

const open = async (ports: MemoryPorts, presented: string, stage: Stage = 'second_factor') =>
  (await ports.transact(async (stores) => ok(await openChallenge(ports, stores, presented, stage))))
    .value

describe('openChallenge', () => {
  it('R26 returns the challenge and its account for its own stage only', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await aPersonIn(ports)
    const stages: readonly Stage[] = ['second_factor', 'password_change', 'second_factor_enrolment']
    for (const stage of stages) {
      const presented = await aChallengeIn(ports, account, { stage })
      const opened = await Promise.all(stages.map((other) => open(ports, presented, other)))
      const found = {
        account,
        challenge: expect.objectContaining({ userId: account.id, stage }) as Challenge,
      }
      expect(opened).toEqual(stages.map((other) => (other === stage ? found : null)))
    }
  })

  it('R26 R35 returns null for a value that is not the secret of a challenge', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const presented = await aChallengeIn(ports, account)
    const [row] = [...ports.database.tables.challenges.values()]
    const others = [
      '',
      ` ${presented}`,
      `${presented}0`,
      row!.digest,
      row!.challenge.id,
      account.id,
      ports.secrets.newSecret().plain,
    ]
    for (const other of others) expect(await open(ports, other)).toBeNull()
    expect(await open(ports, presented)).not.toBeNull()
  })

  it('R26 returns null after five minutes', async () => {
    const ports = memoryPorts()
    const presented = await aChallengeIn(ports, (await aPersonIn(ports)).account)
    ports.clock.advance(299_999)
    expect(await open(ports, presented)).not.toBeNull()
    ports.clock.advance(1)
    expect(await open(ports, presented)).toBeNull()
  })

  it('R26 returns null once the password has changed or the account is deactivated', async () => {
    for (const change of [{ passwordEpoch: 2 }, { status: 'deactivated' }] as const) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports)
      const presented = await aChallengeIn(ports, account)
      await ports.transact(async ({ accounts }) =>
        ok(await accounts.update({ ...account, ...change })),
      )
      expect(await open(ports, presented)).toBeNull()
    }
  })

  it('reads the challenge again after it locks the account', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const presented = await aChallengeIn(ports, account)
    const { value } = await ports.transact(async (stores) => {
      const lockAccount = async (id: AccountId) => {
        await stores.challenges.removeAll(id)
        return stores.lockAccount(id)
      }
      return ok(await openChallenge(ports, { ...stores, lockAccount }, presented, 'second_factor'))
    })
    expect(value).toBeNull()
  })
})

/** Opens a challenge and counts one attempt. `tries` reads the current count. */
async function tried(ports: MemoryPorts) {
  const { account } = await aPersonIn(ports)
  const presented = await aChallengeIn(ports, account)
  const opened = (await open(ports, presented))!
  await ports.transact(async ({ challenges }) =>
    ok(await challenges.countAttempt(opened.challenge.id)),
  )
  return { opened, tries: () => ports.database.tables.challenges.get(opened.challenge.id)?.tries }
}

const unavailable = () => Promise.reject(new Error('database'))

describe('verifyAttempt', () => {
  it('keeps the attempt counted after every verdict', async () => {
    const ports = memoryPorts()
    const { opened, tries } = await tried(ports)
    expect([
      await verifyAttempt(ports, opened, async () => 'verdict'),
      await verifyAttempt(ports, opened, async () => null),
    ]).toEqual(['verdict', null])
    expect(tries()).toBe(1)
  })

  it('R21 returns the attempt when the check throws, and rethrows the error', async () => {
    const ports = memoryPorts()
    const { opened, tries } = await tried(ports)
    await expect(
      verifyAttempt(ports, opened, () => Promise.reject(new Error('fault'))),
    ).rejects.toThrow('fault')
    expect(tries()).toBe(0)
    await expect(
      verifyAttempt({ transact: unavailable }, opened, () => Promise.reject(new Error('fault'))),
    ).rejects.toThrow('fault')
  })
})

const consume = async (ports: MemoryPorts, opened: OpenChallenge) =>
  (await ports.transact(async (stores) => ok(await consumeChallenge(ports, stores, opened)))).value

describe('consumeChallenge', () => {
  it('R26 consumes the challenge once and returns the account', async () => {
    const ports = memoryPorts()
    const { opened } = await tried(ports)
    expect([await consume(ports, opened), await consume(ports, opened)]).toEqual([
      opened.account,
      null,
    ])
  })

  it('R26 R42 returns null once the account, password or second factor has changed', async () => {
    const changes = [
      { status: 'deactivated' },
      { passwordEpoch: 2 },
      { mfaSecret: 'another' },
      { mfaEnabledAt: new Date(0) },
    ] as const
    for (const change of changes) {
      const ports = memoryPorts()
      const { opened } = await tried(ports)
      await ports.transact(async ({ accounts }) =>
        ok(await accounts.update({ ...opened.account, ...change })),
      )
      expect(await consume(ports, opened)).toBeNull()
      expect(ports.database.tables.challenges.size).toBe(1)
    }
  })
})
