import { changeSettings, operator, showSettings } from '@ken/core'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit } from '../testing/visit.ts'

it('keeps the roles that another Owner chose meanwhile', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, '/admin/settings', ownerEmail)
  await seen.check('Admins')
  // What is as it was before is no change.
  await seen.check('Members')
  await seen.check('Members')
  await changeSettings(world.ports, { actor: operator, mfaRequiredRoles: ['Member'] })
  await seen.press('Save')
  await seen.reads('The settings are saved.')
  const settings = await showSettings(world.ports, { actor: operator })
  expect(settings).toMatchObject({ value: { mfaRequiredRoles: ['Admin', 'Member'] } })
  await waitFor(() =>
    expect(seen.page.getByLabelText<HTMLInputElement>('Members').checked).toBe(true),
  )
})
