import { describe, expect, it } from 'vitest'
import { ok } from '../result.ts'
import { aChallengeIn, aPersonIn, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import { challengeLifetimeSeconds, challengeTriesMax, openChallenge, type Challenge, type Stage } from './challenge.ts'

const open = async (ports: MemoryPorts, presented: string, stage: Stage = 'second_factor') =>
  (await ports.transact(async (stores) => ok(await openChallenge(ports, stores, presented, stage)))).value

describe('a challenge', () => {
  it('R26 lives for five minutes and five tries', () => {
    expect([challengeLifetimeSeconds, challengeTriesMax]).toEqual([300, 5])
  })
})

describe('openChallenge', () => {
  it('R26 finds the challenge and its account for the stage it was made for, and for no other', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await aPersonIn(ports)
    const stages: readonly Stage[] = ['second_factor', 'password_change', 'second_factor_enrolment']
    for (const stage of stages) {
      const presented = await aChallengeIn(ports, account, { stage })
      const opened = await Promise.all(stages.map((other) => open(ports, presented, other)))
      const found = { account, challenge: expect.objectContaining({ userId: account.id, stage }) as Challenge }
      expect(opened).toEqual(stages.map((other) => (other === stage ? found : null)))
    }
  })

  it('R26 R35 finds nothing for what is no challenge', async () => {
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

  it('R26 finds nothing once five minutes have passed', async () => {
    const ports = memoryPorts()
    const presented = await aChallengeIn(ports, (await aPersonIn(ports)).account)
    ports.clock.advance(299_999)
    expect(await open(ports, presented)).not.toBeNull()
    ports.clock.advance(1)
    expect(await open(ports, presented)).toBeNull()
  })

  it('R26 finds nothing once the account got another password or was deactivated', async () => {
    for (const change of [{ passwordEpoch: 2 }, { status: 'deactivated' }] as const) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports)
      const presented = await aChallengeIn(ports, account)
      await ports.transact(async ({ accounts }) => ok(await accounts.update({ ...account, ...change })))
      expect(await open(ports, presented)).toBeNull()
    }
  })

  it('finds the challenge again once it has the lock of the account, which others may have held', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const presented = await aChallengeIn(ports, account)
    const { value } = await ports.transact(async (stores) => {
      const lockAccount = async () => stores.challenges.removeAll(account.id)
      return ok(await openChallenge(ports, { ...stores, lockAccount }, presented, 'second_factor'))
    })
    expect(value).toBeNull()
  })
})
