import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { addGroupMember } from '../groups/add-group-member.ts'
import { createGroup } from '../groups/create-group.ts'
import { anIdentityIn, aPersonIn, aSurface, memoryPorts } from '../testing/index.ts'
import type { IdentitySource } from '../model/identities/identity.ts'
import { personOnBehalf } from './on-behalf.ts'

const surface = aSurface()

describe('personOnBehalf', () => {
  it('R6 returns the person with their current permissions, acting through the surface', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { externalId } = await anIdentityIn(ports, account)
    const membership = { actor: operator, slug: 'support', email: account.email }
    await createGroup(ports, membership)
    await addGroupMember(ports, membership)
    const person = await personOnBehalf(ports, surface, externalId)
    expect(person?.actor).toEqual({
      ...surface,
      kind: 'person',
      userId: account.id,
      role: 'Member',
      sessionId: null,
    })
    expect(person?.holder.principals).toContain('group:support')
    ports.database.tables.accounts.set(account.id, { ...account, role: 'Admin' })
    expect((await personOnBehalf(ports, surface, externalId))?.holder.principals).toContain(
      'role:Admin',
    )
  })

  it('R65 is null alike for an unknown person, another source, another spelling, and a person who may not act', async () => {
    const ports = memoryPorts()
    const [known, deactivated, gated] = [
      await aPersonIn(ports),
      await aPersonIn(ports, { status: 'deactivated' }),
      await aPersonIn(ports, { mustChangePassword: true }),
    ]
    const { externalId } = await anIdentityIn(ports, known.account, { externalId: 'U1' })
    expect(await personOnBehalf(ports, surface, externalId)).not.toBeNull()
    const others = [
      await anIdentityIn(ports, deactivated.account),
      await anIdentityIn(ports, gated.account),
    ]
    for (const id of [
      'U2',
      'u1',
      ' U1',
      'U1, U1',
      '',
      ...others.map((identity) => identity.externalId),
    ]) {
      expect(await personOnBehalf(ports, surface, id)).toBeNull()
    }
    const elsewhere = aSurface({ source: 'bot_gateway' as IdentitySource })
    expect(await personOnBehalf(ports, elsewhere, externalId)).toBeNull()
  })
})
