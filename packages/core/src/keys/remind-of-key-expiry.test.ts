import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import {
  aKeyIn,
  aPersonIn,
  aServiceKey,
  memoryPorts,
  newDigest,
  type MemoryPorts,
} from '../testing/index.ts'
import type { ServiceKey } from '../model/keys/key.ts'
import { remindOfKeyExpiry } from './remind-of-key-expiry.ts'

const day = 86_400_000
const inDays = (ports: MemoryPorts, days: number) =>
  new Date(ports.clock.now().getTime() + days * day)

/** The queued notices, each with its address. */
const notified = ({ database }: MemoryPorts) =>
  [...database.tables.jobs.values()].map((job) =>
    job.kind === 'deliver_notice' ? [job.notice.to.address, job.notice.about] : job.kind,
  )

async function aServiceKeyIn(ports: MemoryPorts, overrides: Partial<ServiceKey>) {
  const key = aServiceKey({ expiresAt: inDays(ports, 5), ...overrides })
  await ports.transact(async ({ keys }) => ok(await keys.insert(key, newDigest())))
  return key
}

describe('remindOfKeyExpiry', () => {
  it('R11 notifies the owner once, from exactly seven days before the expiry', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { name, prefix, expiresAt } = await aKeyIn(ports, account, {
      expiresAt: inDays(ports, 30),
    })
    await aKeyIn(ports, account)
    ports.clock.advance(23 * day - 1)
    expect([await remindOfKeyExpiry(ports), notified(ports)]).toEqual([0, []])
    ports.clock.advance(1)
    expect(await remindOfKeyExpiry(ports)).toBe(1)
    const about = {
      kind: 'key_expiring',
      keyName: name,
      keyPrefix: prefix,
      expiresAt: expiresAt!.toISOString(),
    }
    expect(notified(ports)).toEqual([[account.email, about]])
    ports.clock.advance(day)
    expect([await remindOfKeyExpiry(ports), notified(ports)]).toEqual([0, [[account.email, about]]])
  })

  it('R11 notifies of more keys than a batch has in one run', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let count = 0; count < 250; count += 1)
      await aKeyIn(ports, account, { expiresAt: inDays(ports, 3) })
    expect(await remindOfKeyExpiry(ports)).toBe(250)
    expect(notified(ports)).toHaveLength(250)
  })

  it('R11 notifies once per key over concurrent runs', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let count = 0; count < 250; count += 1)
      await aKeyIn(ports, account, { expiresAt: inDays(ports, 3) })
    const counts = await Promise.all(Array.from({ length: 5 }, () => remindOfKeyExpiry(ports)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(250)
    expect(notified(ports)).toHaveLength(250)
  })

  it('R11 marks no key if its email cannot be queued', async () => {
    const ports = memoryPorts()
    await aKeyIn(ports, (await aPersonIn(ports)).account, { expiresAt: inDays(ports, 3) })
    const failing: MemoryPorts['transact'] = (work) =>
      ports.transact((stores) =>
        work({
          ...stores,
          jobs: { ...stores.jobs, enqueue: () => Promise.reject(new Error('killed')) },
        }),
      )
    await expect(remindOfKeyExpiry({ ...ports, transact: failing })).rejects.toThrow('killed')
    expect(await remindOfKeyExpiry(ports)).toBe(1)
    expect(notified(ports)).toHaveLength(1)
  })

  it('R11 marks no key until there is a mail server', async () => {
    const ports = memoryPorts()
    await aKeyIn(ports, (await aPersonIn(ports)).account, { expiresAt: inDays(ports, 3) })
    expect(await remindOfKeyExpiry({ ...ports, mailer: null })).toBe(0)
    expect(await remindOfKeyExpiry(ports)).toBe(1)
  })

  it('sends no notice of a key that is revoked or expired, or has a deactivated owner', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await aKeyIn(ports, account, { expiresAt: inDays(ports, 3), revokedAt: ports.clock.now() })
    await aKeyIn(ports, account, { expiresAt: ports.clock.now() })
    await aKeyIn(ports, (await aPersonIn(ports, { status: 'deactivated' })).account, {
      expiresAt: inDays(ports, 3),
    })
    await remindOfKeyExpiry(ports)
    expect(notified(ports)).toEqual([])
  })

  it('R148 notifies the responsible Owner of a service key, or all Owners if it has none', async () => {
    const ports = memoryPorts()
    const [owner, other, admin] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const [ownerId, otherId, adminId] = [owner, other, admin].map(({ account }) => account.id)
    const keys = [
      { createdBy: ownerId! },
      { createdBy: ownerId!, takenOverBy: otherId! },
      { createdBy: adminId! },
      {},
    ]
    for (const overrides of keys) {
      await aServiceKeyIn(ports, overrides)
      ports.clock.advance(1)
    }
    expect(await remindOfKeyExpiry(ports)).toBe(4)
    const both = [owner.account.email, other.account.email].toSorted()
    expect(notified(ports).map(([address]) => address)).toEqual([
      owner.account.email,
      other.account.email,
      ...both,
      ...both,
    ])
  })

  it('R148 notifies all of more than a hundred Owners of a service key without a responsible Owner', async () => {
    const ports = memoryPorts()
    const owners: string[] = []
    for (let count = 0; count < 101; count += 1)
      owners.push((await aPersonIn(ports, { role: 'Owner' })).account.email)
    await aServiceKeyIn(ports, {})
    expect(await remindOfKeyExpiry(ports)).toBe(1)
    expect(notified(ports).map(([address]) => address)).toEqual(owners.toSorted())
  })
})
