import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { importDocuments } from '../knowledge/imports/import-documents.ts'
import { aDocument, aPersonIn, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { addGroupMember } from './add-group-member.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'

const support = { actor: operator, slug: 'support' }

describe('deleteGroup', () => {
  onlyAdministrators((ports, actor) => deleteGroup(ports, { actor, slug: 'support' }))

  it('deletes the group with its memberships and audits it', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await createGroup(ports, support)
    await addGroupMember(ports, { ...support, email: account.email })
    expect(await deleteGroup(ports, support)).toEqual({ ok: true, value: null })
    expect(ports.database.tables.groups.size).toBe(0)
    expect([...ports.database.tables.audit.values()].at(-1)).toMatchObject({
      action: 'group.delete',
      target: 'group:support',
    })
  })

  it('keeps a group that documents list, and returns their number', async () => {
    const ports = memoryPorts()
    await createGroup(ports, support)
    const documents = [
      aDocument({ externalId: 'a', allowed: ['group:support'] }),
      aDocument({ externalId: 'b', allowed: ['group:support', 'everyone'] }),
    ]
    await importDocuments(ports, { actor: operator, documents })
    const refused = { ok: false, error: { code: 'group.in_use', slug: 'support', documents: 2 } }
    expect(await deleteGroup(ports, support)).toEqual(refused)
    expect(ports.database.tables.groups.size).toBe(1)

    const [first, second] = documents.map((document) => ({ ...document, allowed: ['everyone'] }))
    await importDocuments(ports, { actor: operator, documents: [first!] })
    expect(await deleteGroup(ports, support)).toMatchObject({ error: { documents: 1 } })
    await importDocuments(ports, { actor: operator, documents: [second!] })
    expect(await deleteGroup(ports, support)).toEqual({ ok: true, value: null })
  })

  it('reports an unknown or deleted group as not found', async () => {
    const ports = memoryPorts()
    await createGroup(ports, support)
    await deleteGroup(ports, support)
    for (const slug of ['support', 'no slug']) {
      expect(await deleteGroup(ports, { actor: operator, slug })).toEqual({
        ok: false,
        error: { code: 'group.not_found', slug },
      })
    }
  })
})
