import { newId } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn, signedIn } from '../../../testing/browser.ts'
import { httpWorld } from '../../../testing/http-world.ts'

const groups = '/api/v1/admin/groups'

describe('/api/v1/admin/groups', () => {
  it('creates a group, fills it, lists it and its members, empties and deletes it', async () => {
    const world = await httpWorld()
    const { browser } = await enrolledIn(world, { role: 'Admin' })
    const { account } = await signedIn(world)
    expect(await browser.post(groups, { slug: 'finance' })).toMatchObject({
      status: 201,
      json: { slug: 'finance' },
    })
    const membership = `${groups}/finance/members/${account.id}`
    for (let time = 0; time < 2; time += 1) expect((await browser.put(membership)).status).toBe(204)
    expect((await browser.get(groups)).json.data).toMatchObject([
      { slug: 'finance', member_count: 1, document_count: 0 },
    ])
    expect((await browser.get(`${groups}?q=fin&limit=1`)).json).toMatchObject({
      data: [{ slug: 'finance' }],
      next_cursor: null,
    })
    expect((await browser.get(`${groups}?q=sales`)).json.data).toEqual([])
    await browser.post(groups, { slug: 'zebra' })
    const { json } = await browser.get(`${groups}?limit=1`)
    const next = await browser.get(`${groups}?cursor=${String(json.next_cursor)}`)
    expect(next.json.data).toMatchObject([{ slug: 'zebra' }])
    await browser.delete(`${groups}/zebra`)
    expect((await browser.get(`${groups}/finance/members?q=no-one`)).json.data).toEqual([])
    const emails = [account.email, 'gone@example.com']
    expect((await browser.post(`${groups}/finance/members`, { emails })).json).toEqual({
      data: [
        { email: account.email, verdict: 'already_member' },
        { email: 'gone@example.com', verdict: 'not_found' },
      ],
    })
    expect((await browser.get(`${groups}/finance/members`)).json.data).toMatchObject([
      { id: account.id, email: account.email },
    ])
    expect((await browser.get(`/api/v1/admin/users/${account.id}`)).json).toMatchObject({
      groups: ['finance'],
    })
    for (let time = 0; time < 2; time += 1)
      expect((await browser.delete(membership)).status).toBe(204)
    expect((await browser.get(`${groups}/finance/members`)).json.data).toEqual([])
    expect((await browser.delete(`${groups}/finance`)).status).toBe(204)
    expect((await browser.get(groups)).json.data).toEqual([])
  })

  it('takes as many addresses as it promises, however long they are', async () => {
    const world = await httpWorld()
    const { browser } = await enrolledIn(world, { role: 'Owner' })
    await browser.post(groups, { slug: 'finance' })
    // A control character has the longest form in JSON.
    const longest = '\u0001'.repeat(1_000)
    const add = (emails: readonly string[]) => browser.post(`${groups}/finance/members`, { emails })
    const added = await add(Array.from({ length: 1_000 }, () => longest))
    expect(added.status).toBe(200)
    expect(added.json.data).toHaveLength(1_000)
    expect((await add(Array.from({ length: 1_001 }, () => 'a'))).json.code).toBe('INVALID_REQUEST')
  })

  it('refuses duplicate, misspelt and missing values, each with its code', async () => {
    const world = await httpWorld()
    const { browser, account } = await enrolledIn(world, { role: 'Owner' })
    await browser.post(groups, { slug: 'finance' })
    const refusals = [
      { response: await browser.post(groups, { slug: 'finance' }), status: 409, code: 'CONFLICT' },
      {
        response: await browser.post(groups, { slug: 'Finance' }),
        status: 400,
        code: 'INVALID_REQUEST',
      },
      {
        response: await browser.put(`${groups}/sales/members/${account.id}`),
        status: 404,
        code: 'NOT_FOUND',
      },
      {
        response: await browser.put(`${groups}/finance/members/${newId()}`),
        status: 404,
        code: 'NOT_FOUND',
      },
      { response: await browser.get(`${groups}/sales/members`), status: 404, code: 'NOT_FOUND' },
      { response: await browser.delete(`${groups}/sales`), status: 404, code: 'NOT_FOUND' },
    ]
    for (const { response, status, code } of refusals)
      expect([response.status, response.json.code]).toEqual([status, code])
    expect((await browser.post(groups, { slug: '-finance' })).json).toMatchObject({
      errors: [
        {
          pointer: '#/slug',
          detail:
            'must have 1 to 63 lower-case letters, digits and "-", and begin and end with a letter or digit',
        },
      ],
    })
  })
})
