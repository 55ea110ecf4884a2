import { expect, it } from 'vitest'
import { httpWorld } from '@ken/http/testing'
import { visit } from '../testing/visit.ts'

it('appears in place of the sign-in, which is not shown before it is known', async () => {
  const world = await httpWorld({ setUp: false })
  const known = Promise.withResolvers<void>()
  using seen = await visit(world, '/', undefined, (server) =>
    server.once('GET /api/v1/auth/options', async (send) => {
      await known.promise
      return send()
    }),
  )
  await seen.find('group', 'Language')
  expect(seen.page.queryAllByLabelText('Password', { selector: 'input' })).toEqual([])
  known.resolve()
  await seen.find('heading', 'Set up Ken')
  expect(location.pathname).toBe('/setup')
})
