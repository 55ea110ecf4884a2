import { importDocuments, operator } from '@ken/core'
import { aDocument } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { enrolledIn, signedIn } from '../../../testing/browser.ts'
import { httpWorld, postJson } from '../../../testing/http-world.ts'

const sources = '/api/v1/admin/knowledge/sources'

it('GET /api/v1/admin/knowledge/sources has the numbers of every source, and who imported it last', async () => {
  const world = await httpWorld()
  const { browser, account } = await enrolledIn(world, { role: 'Admin' })
  const wiki = async () => {
    const { status, text } = await browser.get(sources)
    expect(status).toBe(200)
    const { data }: { data: readonly { readonly source: string }[] } = JSON.parse(text)
    return data.find(({ source }) => source === 'wiki')
  }
  const numbers = {
    source: 'wiki',
    embedded: null,
    pending: null,
    removal_requested_at: null,
  }
  const documents = ['everyone', 'group:hr'].map((principal) => ({
    source: 'wiki',
    external_id: principal,
    title: 'Page',
    body: 'Text.',
    allowed: [principal],
  }))
  await browser.post('/api/v1/admin/knowledge/documents', { documents })
  const at = world.ports.clock.now().toISOString()
  expect(await wiki()).toMatchObject({
    ...numbers,
    allowed: { groups: 1, roles: 0, persons: 0 },
    last_import: { at, by: account.email, on_command_line: false, upserted: 2, removed: 0 },
  })
  const removal = { source: 'wiki', external_ids: ['group:hr'] }
  await world.app.request('/api/v1/admin/knowledge/documents', {
    ...postJson(removal, browser.token ?? ''),
    method: 'DELETE',
  })
  expect(await wiki()).toMatchObject({
    ...numbers,
    allowed: { groups: 0 },
    last_import: { upserted: 0, removed: 1 },
  })
})

it('GET /api/v1/me/sources lists what the caller may see, without numbers', async () => {
  const world = await httpWorld()
  const { browser } = await signedIn(world)
  await importDocuments(world.ports, {
    actor: operator,
    documents: [
      aDocument({ source: 'wiki', allowed: ['everyone'] }),
      aDocument({ source: 'payroll', allowed: ['group:hr'] }),
    ],
  })
  const { status, json } = await browser.get('/api/v1/me/sources')
  expect([status, json]).toEqual([200, { data: [{ source: 'wiki' }], next_cursor: null }])
})
