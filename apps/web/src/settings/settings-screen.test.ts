import { changeSettings, operator, showSettings } from '@ken/core'
import { aPersonIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { hold } from '../testing/server.ts'
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

it('says who would be stopped by a change, and keeps what an Owner saves', async () => {
  const world = await consoleWorld()
  await aPersonIn(world.ports, { email: 'grace@example.com', name: 'Grace', role: 'Admin' })
  using seen = await visit(world, '/admin/settings', ownerEmail)
  const areOff = () => [
    seen.page.getByLabelText<HTMLInputElement>('Name of the organisation').readOnly,
    seen.page.getByLabelText('Admins').getAttribute('aria-disabled'),
  ]
  await seen.fill('Name of the organisation', 'Example <b>Ltd.</b>')
  await seen.check('Admins')
  await seen.reads('Admins without it: 1.')
  const save = hold(seen.server, 'PUT /api/v1/admin/settings')
  await seen.press('Save')
  await save.sent
  // What is changed while a form is sent would be lost with what was sent.
  await waitFor(() => expect(areOff()).toEqual([true, 'true']))
  save.release()
  await seen.reads('The settings are saved.')
  await waitFor(() => expect(areOff()).toEqual([false, null]))
  const settings = await showSettings(world.ports, { actor: operator })
  expect(settings).toMatchObject({
    value: { organisationName: 'Example <b>Ltd.</b>', mfaRequiredRoles: ['Admin'] },
  })
})

it('shows the settings that are in force', async () => {
  const world = await consoleWorld()
  await aPersonIn(world.ports, { email: 'grace@example.com', name: 'Grace', role: 'Admin' })
  const saved = { organisationName: 'Example <b>Ltd.</b>', mfaRequiredRoles: ['Admin'] } as const
  await changeSettings(world.ports, { actor: operator, ...saved })
  using seen = await visit(world, '/admin/settings', ownerEmail)
  await seen.reads('Admins without it: 1. They can do nothing else')
  const field = await seen.page.findByLabelText<HTMLInputElement>('Name of the organisation')
  expect(field.value).toBe('Example <b>Ltd.</b>')
})
