import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { changeSettings } from './change-settings.ts'
import { showSettings } from './show-settings.ts'

const forbidden = { ok: false, error: { code: 'account.forbidden' } }

describe('changeSettings', () => {
  it('R30 lets an Owner and the operator set the roles that require a second factor', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    for (const { by, mfaRequiredRoles } of [
      { by: actor, mfaRequiredRoles: ['Member', 'Owner', 'Member'] },
      { by: operator, mfaRequiredRoles: [] },
    ] as const) {
      const value = {
        mfaRequiredRoles: [...new Set(mfaRequiredRoles)].toReversed(),
        organisationName: null,
      }
      expect(await changeSettings(ports, { actor: by, mfaRequiredRoles })).toEqual({
        ok: true,
        value,
      })
      expect(await showSettings(ports, { actor: operator })).toMatchObject({ ok: true, value })
    }
  })

  it('R30 R48 refuses Admins, Members and former Owners', async () => {
    const ports = memoryPorts()
    const admin = await aPersonIn(ports, { role: 'Admin' })
    const member = await aPersonIn(ports)
    const former = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const claimed = { ...member.actor, role: 'Owner' as const }
    for (const actor of [admin.actor, member.actor, claimed, former.actor])
      expect(await changeSettings(ports, { actor, mfaRequiredRoles: [] })).toEqual(forbidden)
    expect(await showSettings(ports, { actor: operator })).toMatchObject({
      value: { mfaRequiredRoles: ['Owner', 'Admin'] },
    })
    expect(ports.database.tables.audit.size).toBe(0)
  })

  it('R62 audits the settings before and after', async () => {
    const ports = memoryPorts()
    await changeSettings(ports, { actor: operator, mfaRequiredRoles: ['Owner'] })
    const meta = { before: 'Owner,Admin', mfa_required_roles: 'Owner' }
    const audited = [...ports.database.tables.audit.values()]
    expect(audited).toMatchObject([{ action: 'settings.change' }])
    expect(audited.map((entry) => entry.meta)).toEqual([meta])
  })

  it('R62 audits nothing if all values apply already', async () => {
    const ports = memoryPorts()
    const change = (organisationName?: string | null) =>
      changeSettings(ports, {
        actor: operator,
        mfaRequiredRoles: ['Admin', 'Owner'],
        organisationName,
      })
    for (const name of ['Example', ' Example ', undefined])
      expect(await change(name)).toEqual({
        ok: true,
        value: { mfaRequiredRoles: ['Owner', 'Admin'], organisationName: 'Example' },
      })
    expect(ports.database.tables.audit.size).toBe(1)
    await change(null)
    expect(ports.database.tables.audit.size).toBe(2)
  })

  it('names the organisation in one line, keeps the name unless it is given, and audits it', async () => {
    const ports = memoryPorts()
    const change = (organisationName?: string | null) =>
      changeSettings(ports, { actor: operator, mfaRequiredRoles: [], organisationName })
    expect(await change(' Zoë\n& Sons ')).toMatchObject({
      value: { organisationName: 'Zoë & Sons' },
    })
    expect(await change()).toMatchObject({ value: { organisationName: 'Zoë & Sons' } })
    expect([...ports.database.tables.audit.values()].map(({ meta }) => meta)).toMatchObject([
      { organisation_name: 'Zoë & Sons', organisation_name_before: null },
    ])
    for (const invalid of ['', ' ', 'x'.repeat(201)])
      expect(await change(invalid)).toEqual({
        ok: false,
        error: { code: 'settings.organisation_name_invalid' },
      })
    expect(await change(null)).toMatchObject({ value: { organisationName: null } })
  })

  it('keeps the roles unless they are given', async () => {
    const ports = memoryPorts()
    const value = { mfaRequiredRoles: ['Owner', 'Admin'], organisationName: 'Example' }
    expect(
      await changeSettings(ports, { actor: operator, organisationName: 'Example' }),
    ).toMatchObject({ value })
    expect(await changeSettings(ports, { actor: operator })).toMatchObject({ value })
    expect(ports.database.tables.audit.size).toBe(1)
  })
})
