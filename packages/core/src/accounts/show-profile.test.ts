import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { showProfile } from './show-profile.ts'

describe('showProfile', () => {
  it('shows the current account, not what the credential says', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Member' })
    const shown = await showProfile(ports, { actor: { ...actor, role: 'Owner' } })
    expect(shown).toEqual({ ok: true, value: { account, secondFactorRequired: false } })
  })

  it('R30 says whether the organisation requires a second factor of the role', async () => {
    const ports = memoryPorts()
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ mfaRequiredRoles: ['Admin'] })),
    )
    for (const role of ['Owner', 'Admin', 'Member'] as const) {
      const { actor } = await aPersonIn(ports, { role })
      const shown = await showProfile(ports, { actor })
      expect(shown).toMatchObject({ ok: true, value: { secondFactorRequired: role === 'Admin' } })
    }
  })

  it('R48 refuses a person who was deactivated or deleted since', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { status: 'deactivated' })
    const deleted = { ...actor, userId: (await aPersonIn(memoryPorts())).actor.userId }
    for (const refused of [actor, deleted]) {
      expect(await showProfile(ports, { actor: refused })).toEqual({
        ok: false,
        error: { code: 'account.forbidden' },
      })
    }
  })
})
