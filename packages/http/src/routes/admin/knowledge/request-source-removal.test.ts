import { expect, it } from 'vitest'
import { enrolledIn, read, signedIn } from '../../../testing/browser.ts'
import { postJson } from '../../../testing/http-world.ts'
import { httpWorld } from '../../../testing/http-world.ts'

const sources = '/api/v1/admin/knowledge/sources'
const page = { source: 'wiki', external_id: 'a', title: 'A', body: '', allowed: ['everyone'] }

it('DELETE /api/v1/admin/knowledge/sources/{source} queues the removal, and imports are refused meanwhile', async () => {
  const world = await httpWorld()
  const { browser } = await enrolledIn(world, { role: 'Admin' })
  const send = async (method: string, path: string, body: object = {}) =>
    read(await world.app.request(path, { ...postJson(body, browser.token ?? ''), method }))
  const post = () => send('POST', '/api/v1/admin/knowledge/documents', { documents: [page] })
  await post()
  const documents = expect.any(Number)
  expect(await send('DELETE', `${sources}/wiki`)).toMatchObject({
    status: 202,
    json: { source: 'wiki', documents },
  })
  expect((await browser.get(sources)).json.data).toContainEqual(
    expect.objectContaining({
      source: 'wiki',
      documents,
      removal_requested_at: expect.any(String),
      removal_failure: null,
    }),
  )
  world.ports.database.tables.jobs.clear()
  expect((await browser.get(sources)).json.data).toContainEqual(
    expect.objectContaining({
      removal_failure: { reason: 'job_missing', job_id: null, is_final: true },
    }),
  )
  expect(await post()).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
  expect((await send('DELETE', `${sources}/nowhere`)).status).toBe(404)
})

it('DELETE /api/v1/admin/knowledge/sources/{source} is for Owners and Admins', async () => {
  const world = await httpWorld()
  const { browser } = await signedIn(world)
  const status = async (token: string) =>
    (await world.app.request(`${sources}/wiki`, { ...postJson({}, token), method: 'DELETE' }))
      .status
  expect(await status(browser.token ?? '')).toBe(403)
  expect(await status(world.key)).toBe(401)
  expect(world.ports.database.tables.sourceRemovals.size).toBe(0)
})
