import { changeSettings, operator } from '@ken/core'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, memberEmail } from '../testing/console-world.ts'
import { codeAt, secretOn } from '../testing/one-time-codes.ts'
import { lose } from '../testing/server.ts'
import { visit } from '../testing/visit.ts'

it('draws a second factor that became necessary in place of the screen, and returns to it', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, '/me', memberEmail)
  await seen.find('heading', 'Profile')
  // What the page reads at its start must not be the first to be refused.
  await waitFor(() => expect(seen.server.reading()).toBe(0))
  await changeSettings(world.ports, { actor: operator, mfaRequiredRoles: ['Owner', 'Member'] })
  await seen.click('link', 'API keys')
  await seen.reads('Your role now requires a code')
  const secret = await secretOn(seen)
  expect(location.pathname).toBe('/me/keys')

  seen.server.once('POST /api/v1/me/mfa/confirm', lose)
  await seen.fill('Enter the code that it shows', codeAt(secret, world.ports.clock.now()))
  await seen.reads('Ken does not respond.')
  await seen.press('Enable')
  await seen.find('heading', 'API keys')
  await seen.click('link', 'Security')
  await seen.reads('Recovery codes were created')
})
