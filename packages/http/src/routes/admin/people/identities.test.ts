import { describe, expect, it } from 'vitest'
import { enrolledIn, signedIn } from '../../../testing/browser.ts'
import { httpWorld } from '../../../testing/http-world.ts'
import { linkedIn } from '../../../testing/surface.ts'

const unknownId = '00000000-0000-7000-8000-000000000000'
const pathOf = (id: string) => `/api/v1/admin/users/${id}/identities`

describe('the identities of a person', () => {
  it('are listed and removed by an administrator, by the permission matrix', async () => {
    const world = await httpWorld()
    const { account, identity } = await linkedIn(world)
    const above = await linkedIn(world, { role: 'Owner' })
    const { browser } = await enrolledIn(world, { role: 'Admin' })
    expect((await browser.get(pathOf(account.id))).json).toEqual({
      data: [
        {
          id: identity.id,
          source: 'bot_gateway',
          external_id: identity.externalId,
          created_at: identity.createdAt.toISOString(),
        },
      ],
      next_cursor: null,
    })
    const forbidden = await browser.delete(`${pathOf(above.account.id)}/${above.identity.id}`)
    expect(forbidden).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
    const path = `${pathOf(account.id)}/${identity.id}`
    expect(await browser.delete(path)).toMatchObject({ status: 204, text: '' })
    expect(await browser.delete(path)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    expect([...world.ports.database.tables.identities.keys()]).toEqual([above.identity.id])
  })

  it('are not found for an unknown person or an invalid id', async () => {
    const { browser } = await enrolledIn(await httpWorld(), { role: 'Owner' })
    for (const id of [unknownId, 'x'])
      expect(await browser.get(pathOf(id))).toMatchObject({ status: 404 })
    expect(await browser.delete(`${pathOf(unknownId)}/${unknownId}`)).toMatchObject({ status: 404 })
  })

  it('R8 of others cannot be removed under /me', async () => {
    const world = await httpWorld()
    const { identity } = await linkedIn(world)
    const [{ browser }, owner] = [await signedIn(world), await enrolledIn(world, { role: 'Owner' })]
    for (const other of [browser, owner.browser]) {
      expect(await other.delete(`/api/v1/me/identities/${identity.id}`)).toMatchObject({
        status: 404,
      })
      expect((await other.get('/api/v1/me/identities')).json.data).toEqual([])
    }
    expect(world.ports.database.tables.identities.size).toBe(1)
  })
})
