import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { addGroupMember } from './add-group-member.ts'
import { createGroup } from './create-group.ts'
import { listGroups } from './list-groups.ts'

describe('listGroups', () => {
  onlyAdministrators((ports, actor) => listGroups(ports, { actor }))

  it('lists every group with the number of its members', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { email: 'ada@example.com' })
    for (const slug of ['support', 'sales']) await createGroup(ports, { actor: operator, slug })
    await addGroupMember(ports, { actor: operator, slug: 'support', email: 'ada@example.com' })
    const createdAt = ports.clock.now()
    expect(await listGroups(ports, { actor: operator })).toEqual({
      ok: true,
      value: [
        { slug: 'sales', createdAt, memberCount: 0 },
        { slug: 'support', createdAt, memberCount: 1 },
      ],
    })
  })
})
