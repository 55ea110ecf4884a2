import { describe, expect, it } from 'vitest'
import { enrolledIn, signedIn } from '../../../testing/browser.ts'
import { httpWorld } from '../../../testing/http-world.ts'

const path = '/api/v1/admin/settings'

describe('/api/v1/admin/settings', () => {
  it('R30 allows an Owner to require two-factor authentication, effective immediately', async () => {
    const world = await httpWorld()
    const { browser } = await enrolledIn(world, { role: 'Owner' })
    const member = await signedIn(world)
    expect((await browser.get(path)).json).toEqual({
      mfa_required_roles: ['Owner', 'Admin'],
      organisation_name: null,
      missing_mfa: { Owner: 1, Admin: 0, Member: 1 },
    })
    expect((await member.browser.get('/api/v1/me')).status).toBe(200)
    const all = { mfa_required_roles: ['Owner', 'Admin', 'Member'] }
    expect(await browser.put(path, all)).toMatchObject({ status: 200, json: all })
    expect(await member.browser.get('/api/v1/me')).toMatchObject({
      status: 403,
      json: { code: 'MFA_ENROLMENT_REQUIRED' },
    })
  })

  it('names the organisation, also at sign-in, and keeps the name without the field', async () => {
    const world = await httpWorld()
    const { browser } = await enrolledIn(world, { role: 'Owner' })
    const roles = { mfa_required_roles: ['Owner'] }
    const name = { organisation_name: 'Example Ltd.' }
    expect((await browser.put(path, { ...roles, ...name })).json).toEqual({ ...roles, ...name })
    expect((await browser.put(path, roles)).json).toEqual({ ...roles, ...name })
    expect((await browser.get('/api/v1/auth/options')).json).toMatchObject(name)
    const refused = await browser.put(path, { ...roles, organisation_name: ' ' })
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '#/organisation_name' }] },
    })
    expect((await browser.put(path, { ...roles, organisation_name: null })).json).toEqual({
      ...roles,
      organisation_name: null,
    })
  })

  it('R30 shows Admins the settings, and allows only Owners to change them', async () => {
    const { browser } = await enrolledIn(await httpWorld(), { role: 'Admin' })
    expect((await browser.get(path)).status).toBe(200)
    expect(await browser.put(path, { mfa_required_roles: [] })).toMatchObject({
      status: 403,
      json: { code: 'FORBIDDEN' },
    })
  })

  it.each([
    { mfa_required_roles: ['owner'] },
    { mfa_required_roles: ['Owner', 'Owner', 'Owner', 'Owner'] },
    {},
  ])('R75 refuses %j', async (body) => {
    const { browser } = await enrolledIn(await httpWorld(), { role: 'Owner' })
    expect((await browser.put(path, body)).status).toBe(400)
  })
})
