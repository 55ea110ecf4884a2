import { expect, it } from 'vitest'
import { consoleDocument } from '../openapi.ts'
import { enrolledIn, signedIn } from '../testing/browser.ts'
import { httpWorld, postJson } from '../testing/http-world.ts'
import { anId, operationsOf } from '../testing/operations.ts'

const changes = operationsOf(consoleDocument()).filter(
  ({ name }) => name.includes('/admin/users/{id}/') && !name.startsWith('GET'),
)

it('R48 refuses an Admin every change of an Owner and of another Admin', async () => {
  const world = await httpWorld()
  const { browser } = await enrolledIn(world, { role: 'Admin' })
  const others = [
    (await signedIn(world, { role: 'Owner' })).account,
    (await signedIn(world, { role: 'Admin' })).account,
  ]
  const { accounts, sessions } = world.ports.database.tables
  const state = () => [[...accounts.values()], [...sessions.keys()]]
  const before = state()
  expect(changes.length).toBeGreaterThan(7)
  for (const { id } of others)
    for (const { name, method, path, example } of changes) {
      const request = postJson(example ?? '', browser.token ?? '')
      const sent = { ...request, method, ...(example === undefined && { body: null }) }
      const response = await world.app.request(path.replaceAll(anId, id), sent)
      expect([name, response.status]).toEqual([name, 403])
    }
  expect(state()).toEqual(before)
})
