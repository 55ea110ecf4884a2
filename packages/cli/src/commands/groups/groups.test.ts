import { aDocument, anAccount } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { testWorld, type TestWorld } from '../../test-world.ts'

async function withPerson(email: string): Promise<TestWorld> {
  const world = testWorld()
  await world.ports.transact(async ({ accounts }) => {
    await accounts.insert(anAccount({ email }))
    return { ok: true, value: null }
  })
  return world
}

describe('ken groups', () => {
  it('creates, fills, lists, empties and deletes a group', async () => {
    const { ken } = await withPerson('ana@example.com')
    expect(JSON.parse((await ken('groups', 'create', 'finance', '--json')).stdout)).toMatchObject({
      slug: 'finance',
    })
    expect((await ken('groups', 'add', 'finance', 'ana@example.com')).stdout).toBe(
      'ana@example.com is now a member of finance.\n',
    )
    expect((await ken('groups', 'add', 'finance', 'ana@example.com')).stdout).toContain(
      'already was',
    )
    expect((await ken('groups', 'list')).stdout).toBe('GROUP    MEMBERS\nfinance  1\n')
    const listed = JSON.parse((await ken('groups', 'list', '--json')).stdout)
    expect(listed).toEqual({
      data: [{ slug: 'finance', member_count: 1, created_at: expect.any(String) }],
    })
    expect((await ken('groups', 'members', 'finance')).stdout).toMatch(
      /^EMAIL .*\nana@example.com +active +Ada Lovelace\n$/,
    )
    const removed = await ken('groups', 'remove', 'finance', 'ana@example.com', '--json')
    expect(JSON.parse(removed.stdout)).toEqual({
      slug: 'finance',
      email: 'ana@example.com',
      changed: true,
    })
    expect(await ken('groups', 'delete', 'finance')).toMatchObject({
      exitCode: 0,
      stdout: 'Deleted the group finance.\n',
    })
    expect((await ken('groups', 'list')).stdout).toContain('There are no groups')
  })

  it('says why a group is not created, filled or deleted', async () => {
    const { ken, ports } = testWorld()
    await ken('groups', 'create', 'finance')
    expect(await ken('groups', 'create', 'finance')).toMatchObject({ exitCode: 1, stdout: '' })
    expect((await ken('groups', 'create', 'Finance Team')).stderr).toContain('lower-case letters')
    expect((await ken('groups', 'add', 'finance', 'bob@example.com')).stderr).toContain(
      'No user bob@example.com',
    )
    expect((await ken('groups', 'remove', 'people', 'bob@example.com')).stderr).toContain(
      'No group people',
    )
    await ports.transact(async ({ documents }) => {
      await documents.upsert([aDocument({ allowed: ['group:finance'] })], () => ports.ids.newId())
      return { ok: true, value: null }
    })
    expect((await ken('groups', 'delete', 'finance')).stderr).toContain(
      '1 document names the group finance',
    )
  })
})
