import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { createGroup } from './create-group.ts'

describe('createGroup', () => {
  onlyAdministrators((ports, actor) => createGroup(ports, { actor, slug: 'support' }))

  it('creates an empty group and audits it', async () => {
    const ports = memoryPorts()
    const group = { slug: 'support', createdAt: ports.clock.now() }
    expect(await createGroup(ports, { actor: operator, slug: 'support' })).toEqual({
      ok: true,
      value: group,
    })
    expect([...ports.database.tables.groups.values()]).toEqual([{ group, members: new Set() }])
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      { action: 'group.create', target: 'group:support' },
    ])
  })

  it('refuses a slug that is invalid in a principal', async () => {
    const refused = await createGroup(memoryPorts(), { actor: operator, slug: 'Support Team' })
    expect(refused).toEqual({
      ok: false,
      error: { code: 'group.slug_invalid', slug: 'Support Team' },
    })
  })

  it('creates only one of twenty concurrent groups with one name', async () => {
    const ports = memoryPorts()
    const create = () => createGroup(ports, { actor: operator, slug: 'support' })
    const outcomes = await Promise.all(Array.from({ length: 20 }, create))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await create()).toEqual({ ok: false, error: { code: 'group.exists', slug: 'support' } })
    expect(ports.database.tables.audit.size).toBe(1)
  })
})
