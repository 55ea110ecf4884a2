import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { addGroupMember } from './add-group-member.ts'
import { createGroup } from './create-group.ts'
import { listGroups } from './list-groups.ts'

const ada = { actor: operator, slug: 'support', email: 'ada@example.com' }

describe('addGroupMember', () => {
  onlyAdministrators((ports, actor) => addGroupMember(ports, { ...ada, actor }))

  it('adds a person once, by address in any letter case, and audits it once', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { email: ada.email })
    await createGroup(ports, ada)
    expect(await addGroupMember(ports, { ...ada, email: ' Ada@Example.com' })).toEqual({
      ok: true,
      value: { changed: true },
    })
    const added = () =>
      [...ports.database.tables.audit.values()].filter(
        ({ action }) => action === 'group.add_member',
      )
    const entries = added()
    expect(entries).toMatchObject([{ target: 'group:support', meta: { user_id: account.id } }])
    expect(await addGroupMember(ports, ada)).toEqual({ ok: true, value: { changed: false } })
    expect(added()).toEqual(entries)
    expect(await listGroups(ports, ada)).toMatchObject({
      value: [{ slug: 'support', memberCount: 1 }],
    })
  })

  it('reports an unknown group or person as not found, with the given text', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { email: ada.email })
    await createGroup(ports, ada)
    for (const slug of ['sales', 'Support', '']) {
      expect(await addGroupMember(ports, { ...ada, slug })).toEqual({
        ok: false,
        error: { code: 'group.not_found', slug },
      })
    }
    for (const email of ['eve@example.com', 'ada@example.com,eve@example.com', '']) {
      expect(await addGroupMember(ports, { ...ada, email })).toEqual({
        ok: false,
        error: { code: 'account.not_found', identifier: email },
      })
    }
  })
})
