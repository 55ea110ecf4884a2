import { describe, expect, it } from 'vitest'
import { profileOf } from '../model/accounts/account.ts'
import type { Role } from '../model/accounts/account.ts'
import { capabilities } from '../model/accounts/permissions.ts'
import { ok } from '../model/result.ts'
import { aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { showProfile } from './show-profile.ts'

describe('showProfile', () => {
  it('shows the current account, not what the credential says', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Member' })
    const shown = await showProfile(ports, { actor: { ...actor, role: 'Owner' } })
    expect(shown).toEqual({
      ok: true,
      value: {
        account: profileOf(account),
        secondFactorRequired: false,
        unusedRecoveryCodes: 0,
        groups: [],
        may: [],
        canSendMail: true,
        canAnswer: ports.answerModel !== null,
      },
    })
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

  it('R51 says what each role may do, as the use cases decide it', async () => {
    const ports = memoryPorts()
    const may = async (role: Role) => {
      const { actor } = await aPersonIn(ports, { role })
      return valueOf(await showProfile({ ...ports, mailer: null }, { actor })).may
    }
    const ofOwners = ['invite.Owner', 'invite.Admin', 'service_keys.create', 'settings.change']
    expect(await may('Owner')).toEqual(capabilities)
    expect(await may('Admin')).toEqual(capabilities.filter((one) => !ofOwners.includes(one)))
    expect(await may('Member')).toEqual([])
  })

  it('says whether Ken can send email', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    const shown = await showProfile({ ...ports, mailer: null }, { actor })
    expect(shown).toMatchObject({ ok: true, value: { canSendMail: false } })
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
