import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aDate, aPersonIn, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { showSettings } from './show-settings.ts'

describe('showSettings', () => {
  onlyAdministrators((ports, actor) => showSettings(ports, { actor }))

  it('R30 requires a second factor for Owner and Admin by default', async () => {
    expect(await showSettings(memoryPorts(), { actor: operator })).toMatchObject({
      ok: true,
      value: { mfaRequiredRoles: ['Owner', 'Admin'], organisationName: null },
    })
  })

  it('R30 counts the active people of each role who have no second factor', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { role: 'Admin', mfaEnabledAt: aDate })
    await aPersonIn(ports, { role: 'Admin', mfaEnabledAt: aDate })
    await aPersonIn(ports, { role: 'Admin' })
    await aPersonIn(ports, { status: 'deactivated' })
    expect(await showSettings(ports, { actor: operator })).toMatchObject({
      value: { missingMfa: { Owner: 0, Admin: 1, Member: 0 } },
    })
  })
})
