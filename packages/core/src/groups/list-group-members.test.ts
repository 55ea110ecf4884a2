import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { addGroupMember } from './add-group-member.ts'
import { createGroup } from './create-group.ts'
import { listGroupMembers } from './list-group-members.ts'

const request = { actor: operator, slug: 'support', page: { after: null, limit: 2 } }

describe('listGroupMembers', () => {
  onlyAdministrators((ports, actor) => listGroupMembers(ports, { ...request, actor }))

  it('lists members by address, page by page', async () => {
    const ports = memoryPorts()
    await createGroup(ports, request)
    for (const name of ['cleo', 'ada', 'bob']) {
      const { account } = await aPersonIn(ports, { email: `${name}@example.com` })
      await addGroupMember(ports, { ...request, userId: account.id })
    }
    const first = valueOf(await listGroupMembers(ports, request))
    expect(first).toMatchObject({
      items: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }],
    })
    const page = { after: first.next, limit: 2 }
    expect(valueOf(await listGroupMembers(ports, { ...request, page }))).toMatchObject({
      items: [{ email: 'cleo@example.com' }],
      next: null,
    })
  })

  it('reports an unknown group as not found', async () => {
    const refused = await listGroupMembers(memoryPorts(), { ...request, slug: 'sales' })
    expect(refused).toEqual({ ok: false, error: { code: 'group.not_found', slug: 'sales' } })
  })
})
