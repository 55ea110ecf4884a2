import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld } from '../testing/console-world.ts'
import { fail } from '../testing/server.ts'
import { visit } from '../testing/visit.ts'

const token = 'a'.repeat(43)

it('keeps why an invitation could not be read on the screen while it is tried again', async () => {
  const gates = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  let asked = 0
  using seen = await visit(await consoleWorld(), `/invite#${token}`, undefined, (server) =>
    server.on('POST /api/v1/auth/invitations/preview', async (send) => {
      asked += 1
      return (await gates[asked - 2]?.promise) === true ? send() : fail(send)
    }),
  )
  await seen.press('Try again')
  await waitFor(() => expect(asked).toBe(2))
  const again = seen.page.getByRole('button', { name: 'Try again' })
  expect(again.getAttribute('aria-busy')).toBe('true')
  gates[0]?.resolve(false)
  await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull())
  expect(document.activeElement).toBe(again)
  gates[1]?.resolve(true)
  await seen.press('Try again')
  await seen.find('heading', 'This link does not work')
})

it.each(['/invite', '/reset'])('%s says after a reload to open the link again', async (path) => {
  const world = await consoleWorld()
  {
    using seen = await visit(world, `${path}#${token}`)
    await seen.find('heading', /^(This link does not work|Set a new password)$/)
    expect([location.pathname, location.hash]).toEqual([path, ''])
  }
  using seen = await visit(world, path)
  await seen.find('heading', 'Open the link again')
  await seen.reads('If you have not used the link yet')
  expect(seen.page.queryByText('another')).toBeNull()
})
