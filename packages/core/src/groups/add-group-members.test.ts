import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { addGroupMembers } from './add-group-members.ts'
import { createGroup } from './create-group.ts'

describe('addGroupMembers', () => {
  onlyAdministrators((ports, actor) => addGroupMembers(ports, { actor, slug: 'x', emails: [] }))

  it('adds every person it finds, audits each, and says what became of each address', async () => {
    const ports = memoryPorts()
    const { account: ada } = await aPersonIn(ports, { email: 'ada@example.com' })
    await createGroup(ports, { actor: operator, slug: 'sales' })
    const add = (...emails: readonly string[]) =>
      addGroupMembers(ports, { actor: operator, slug: 'sales', emails })
    expect(
      valueOf(await add(' ADA@example.com', 'bob@example.com', 'x', 'ada@example.com')),
    ).toEqual([
      { email: ' ADA@example.com', verdict: 'added' },
      { email: 'bob@example.com', verdict: 'not_found' },
      { email: 'x', verdict: 'invalid' },
      { email: 'ada@example.com', verdict: 'already_member' },
    ])
    const entries = [...ports.database.tables.audit.values()].slice(1)
    expect(entries).toMatchObject([
      { action: 'group.add_member', target: 'group:sales', meta: { user_id: ada.id } },
    ])
    expect(await add()).toEqual({ ok: true, value: [] })
  })

  it('adds people in the same order however they are listed, so that calls never deadlock', async () => {
    const ports = memoryPorts()
    const { account: zoe } = await aPersonIn(ports, { email: 'zoe@example.com' })
    const { account: ada } = await aPersonIn(ports, { email: 'ada@example.com' })
    await createGroup(ports, { actor: operator, slug: 'sales' })
    const emails = ['zoe@example.com', 'ada@example.com']
    const verdicts = valueOf(
      await addGroupMembers(ports, { actor: operator, slug: 'sales', emails }),
    )
    expect(verdicts.map(({ email }) => email)).toEqual(emails)
    const added = [...ports.database.tables.audit.values()].slice(1)
    expect(added.map(({ meta }) => meta['user_id'])).toEqual([ada.id, zoe.id])
  })

  it('refuses an unknown group', async () => {
    const command = { actor: operator, slug: 'sales', emails: ['ada@example.com'] }
    expect(await addGroupMembers(memoryPorts(), command)).toEqual({
      ok: false,
      error: { code: 'group.not_found', slug: 'sales' },
    })
  })
})
