import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit } from '../testing/visit.ts'

const address = '/admin/audit'

it('says what a target is when an email address was typed', async () => {
  using seen = await visit(
    await consoleWorld(),
    `${address}?target=owner%40example.com`,
    ownerEmail,
  )
  await seen.reads('a target is a kind and an id, such as group:sales')
  expect(seen.page.queryByText('Nothing matches the filters.')).toBeNull()
})

it('shows that it is loading while the account is read', async () => {
  const isReleased = Promise.withResolvers<void>()
  using seen = await visit(await consoleWorld(), address, ownerEmail, (server) => {
    server.once('GET /api/v1/me', async (send) => {
      await isReleased.promise
      return send()
    })
  })
  await seen.reads('Loading')
  expect(seen.page.queryByRole('heading', { level: 1 })).toBeNull()
  isReleased.resolve()
  await seen.find('heading', 'Audit log')
})
