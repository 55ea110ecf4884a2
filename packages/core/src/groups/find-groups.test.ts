import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { createGroup } from './create-group.ts'
import { findGroups } from './find-groups.ts'

describe('findGroups', () => {
  onlyAdministrators((ports, actor) =>
    findGroups(ports, { actor, text: null, page: { after: null, limit: 10 } }),
  )

  it('lists groups by slug, page by page, and finds a part of it', async () => {
    const ports = memoryPorts()
    for (const slug of ['sales', 'finance', 'sales-east'])
      await createGroup(ports, { actor: operator, slug })
    const find = async (text: string | null, after: string | null = null) => {
      const page = { after: after as never, limit: 2 }
      const { items, next } = valueOf(await findGroups(ports, { actor: operator, text, page }))
      return { slugs: items.map(({ slug }) => slug), next }
    }
    expect(await find(null)).toEqual({ slugs: ['finance', 'sales'], next: 'sales' })
    expect(await find(null, 'sales')).toEqual({ slugs: ['sales-east'], next: null })
    expect(await find('EAST')).toEqual({ slugs: ['sales-east'], next: null })
  })
})
