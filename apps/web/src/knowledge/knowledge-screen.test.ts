import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit } from '../testing/visit.ts'

const list = 'GET /api/v1/admin/knowledge/sources'

it('shows how much of a source semantic search finds', async () => {
  const world = await consoleWorld()
  {
    using seen = await visit(world, '/admin/knowledge', ownerEmail)
    await seen.find('cell', 'No model')
  }
  using seen = await visit(world, '/admin/knowledge', ownerEmail, (server) =>
    server.on(list, async (send) => {
      const { data } = (await (await send()).json()) as { data: readonly object[] }
      const numbers = { passages: 8_204, embedded: 6_153, pending: 2_051 }
      const counted = data.map((source) => ({ ...source, ...numbers }))
      return Response.json({ data: counted, next_cursor: null })
    }),
  )
  await seen.reads('Passages: 6,153 of 8,204')
  await seen.reads('Waiting for the model: 2,051')
  const bar = await seen.find('progressbar', /^Semantic search: /)
  expect(Number(bar.getAttribute('value')) / Number(bar.getAttribute('max'))).toBe(0.75)
})
