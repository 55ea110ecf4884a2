import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { addGroupMember } from './add-group-member.ts'
import { createGroup } from './create-group.ts'
import { listGroups } from './list-groups.ts'
import { removeGroupMember } from './remove-group-member.ts'

const ada = { actor: operator, slug: 'support', email: 'ada@example.com' }

describe('removeGroupMember', () => {
  onlyAdministrators((ports, actor) => removeGroupMember(ports, { ...ada, actor }))

  it('removes a person once, by address in any letter case, and audits it once', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { email: ada.email })
    const other = await aPersonIn(ports, { email: 'bob@example.com' })
    await createGroup(ports, ada)
    await addGroupMember(ports, ada)
    await addGroupMember(ports, { ...ada, email: other.account.email })
    expect(await removeGroupMember(ports, { ...ada, email: ' ADA@example.com' })).toEqual({
      ok: true,
      value: { changed: true },
    })
    expect(await removeGroupMember(ports, ada)).toEqual({ ok: true, value: { changed: false } })
    expect(await listGroups(ports, ada)).toMatchObject({
      value: [{ slug: 'support', memberCount: 1 }],
    })
    const removed = [...ports.database.tables.audit.values()].filter(
      ({ action }) => action === 'group.remove_member',
    )
    expect(removed).toMatchObject([{ target: 'group:support', meta: { user_id: account.id } }])
  })

  it('reports an unknown group or person as not found, with the given text', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { email: ada.email })
    await createGroup(ports, ada)
    for (const slug of ['sales', 'Support', '']) {
      expect(await removeGroupMember(ports, { ...ada, slug })).toEqual({
        ok: false,
        error: { code: 'group.not_found', slug },
      })
    }
    for (const email of ['eve@example.com', '']) {
      expect(await removeGroupMember(ports, { ...ada, email })).toEqual({
        ok: false,
        error: { code: 'account.not_found', identifier: email },
      })
    }
  })
})
