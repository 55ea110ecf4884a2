import { expect, it } from 'vitest'
import { enrolledIn, signedIn } from '../testing/browser.ts'
import { httpWorld } from '../testing/http-world.ts'

const admin = '/api/v1/admin'
const lists = [
  '/api/v1/me/keys',
  `${admin}/keys`,
  `${admin}/users`,
  `${admin}/groups`,
  `${admin}/groups/finance/members`,
  `${admin}/invitations`,
  `${admin}/invitations/imports`,
  `${admin}/audit`,
]

it('the cursor of a list is refused by every other list', async () => {
  const world = await httpWorld()
  const { browser, account } = await enrolledIn(world, { role: 'Owner' })
  const { account: colleague } = await signedIn(world)
  for (const name of ['laptop', 'desktop'])
    await browser.post('/api/v1/me/keys', { name, expires_in_days: 30 })
  for (const slug of ['finance', 'support']) await browser.post(`${admin}/groups`, { slug })
  for (const { id } of [account, colleague])
    await browser.put(`${admin}/groups/finance/members/${id}`)
  for (const name of ['ana', 'bob']) {
    await browser.post(`${admin}/invitations`, { email: `${name}@example.com`, role: 'Member' })
    await world.app.request(`${admin}/invitations/import`, {
      method: 'POST',
      body: `email,role\n${name}@example.org,Member\n`,
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${browser.token}` },
    })
  }

  for (const list of lists) {
    const { json } = await browser.get(`${list}?limit=1`)
    expect([list, json.next_cursor]).toEqual([list, expect.any(String)])
    for (const other of lists) {
      const { status } = await browser.get(`${other}?cursor=${json.next_cursor}`)
      expect([list, other, status]).toEqual([list, other, list === other ? 200 : 400])
    }
  }
})
