import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { aPersonIn, aSurface, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import type { Account } from '../model/accounts/account.ts'
import type { ExternalId } from '../model/identities/identity.ts'
import { linkIdentity } from './link-identity.ts'

const externalId = 'U1' as ExternalId
const surface = aSurface()

const link = async (ports: MemoryPorts, account: Account | null) =>
  (
    await ports.transact(async (stores) =>
      ok(await linkIdentity(ports, stores, { surface, externalId, account, by: 'code' })),
    )
  ).value

describe('linkIdentity', () => {
  it('links an identity to an account once, and is audited as the person', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (const _ of [1, 2]) expect(await link(ports, account)).toEqual(account)
    const { identities, audit } = ports.database.tables
    expect([...identities.values()]).toMatchObject([
      { source: 'teamchat', externalId, userId: account.id },
    ])
    expect([...audit.values()]).toMatchObject([
      {
        action: 'identity.link',
        actorId: account.id,
        via: 'chat',
        target: `user:${account.id}`,
        meta: { source: 'teamchat', external_id: 'U1', by: 'code' },
      },
    ])
  })

  it('R66 moves no existing link, and refuses a deactivated or unknown account', async () => {
    const ports = memoryPorts()
    const [first, second, gone] = [
      await aPersonIn(ports),
      await aPersonIn(ports),
      await aPersonIn(ports, { status: 'deactivated' }),
    ]
    for (const account of [gone.account, null]) expect(await link(ports, account)).toBeNull()
    await link(ports, first.account)
    expect(await link(ports, second.account)).toBeNull()
    expect([...ports.database.tables.identities.values()]).toMatchObject([
      { userId: first.account.id },
    ])
    expect(ports.database.tables.audit.size).toBe(1)
  })
})
