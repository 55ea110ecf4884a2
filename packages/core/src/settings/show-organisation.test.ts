import { expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { memoryPorts } from '../testing/index.ts'
import { changeSettings } from './change-settings.ts'
import { showOrganisation } from './show-organisation.ts'

it('returns the name of the organisation, or null', async () => {
  const ports = memoryPorts()
  expect(await showOrganisation(ports)).toBeNull()
  const organisationName = ' Example\n Ltd. '
  await changeSettings(ports, { actor: operator, mfaRequiredRoles: [], organisationName })
  expect(await showOrganisation(ports)).toBe('Example Ltd.')
})
