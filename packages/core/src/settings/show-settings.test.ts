import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { showSettings } from './show-settings.ts'

describe('showSettings', () => {
  onlyAdministrators((ports, actor) => showSettings(ports, { actor }))

  it('R30 requires a second factor for Owner and Admin by default', async () => {
    expect(await showSettings(memoryPorts(), { actor: operator })).toEqual({
      ok: true,
      value: { mfaRequiredRoles: ['Owner', 'Admin'] },
    })
  })
})
