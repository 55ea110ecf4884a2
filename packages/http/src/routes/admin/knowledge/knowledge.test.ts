import { expect, it } from 'vitest'
import { enrolledIn, signedIn } from '../../../testing/browser.ts'
import { httpWorld } from '../../../testing/http-world.ts'

it('GET /api/v1/admin/knowledge/sources counts the documents of every source', async () => {
  const world = await httpWorld()
  const { browser } = await enrolledIn(world, { role: 'Admin' })
  const { status, json } = await browser.get('/api/v1/admin/knowledge/sources')
  expect(status).toBe(200)
  expect(json.data.length).toBeGreaterThan(0)
  for (const counted of json.data)
    expect(counted).toEqual({
      source: expect.any(String),
      documents: expect.any(Number),
      removal_requested_at: null,
    })
})

it('GET /api/v1/me/sources lists what the caller may see, without numbers', async () => {
  const { browser } = await signedIn(await httpWorld())
  const { status, json } = await browser.get('/api/v1/me/sources')
  expect(status).toBe(200)
  for (const listed of json.data) expect(Object.keys(listed)).toEqual(['source'])
})
