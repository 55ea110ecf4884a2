import { createInvitation, deliverInvitation, operator } from '@ken/core'
import { valueOf } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'
import { openedPage } from '../testing/opened-page.ts'

const password = 'lantern quartz meadow'

/** A world with an invited person, and the token in the email. */
async function invited(role = 'Member') {
  const world = await httpWorld()
  const { ports } = world
  const { id } = valueOf(
    await createInvitation(ports, { actor: operator, email: 'grace@example.com', role }),
  )
  await deliverInvitation(ports, { kind: 'deliver_invitation', invitationId: id, paced: false })
  const mail = ports.mailer.sent.at(-1)
  const grace = () =>
    [...ports.database.tables.accounts.values()].find(({ email }) => email === 'grace@example.com')
  return { ...world, token: mail?.kind === 'invitation' ? mail.token : '', grace }
}

describe('the page of an invitation', () => {
  it('shows email address and role, and creates the account', async () => {
    const { app, token, grace } = await invited()
    const page = await openedPage(app, `/invite#${token}`)
    expect([page.isShown('account-section'), page.textOf('role')]).toEqual([true, 'Member'])
    expect(page.element('email')).toHaveProperty('value', 'grace@example.com')
    await page.send('account-form', { name: 'Grace Hopper', password })
    expect([page.isShown('account-section'), page.isShown('next-section')]).toEqual([false, true])
    expect(page.textOf('person')).toBe('Grace Hopper (grace@example.com)')
    expect(grace()).toMatchObject({ name: 'Grace Hopper', role: 'Member', status: 'active' })
  })

  it('R59 removes the token from the URL, and sends it only in bodies', async () => {
    const { app, token } = await invited()
    const page = await openedPage(app, `/invite#${token}`)
    expect(page.address()).toBe('http://ken.example.com/invite')
    expect(page.requestedPaths).toEqual(['/api/v1/auth/invitations/preview'])
  })

  it('R59 can be opened any number of times without consuming the invitation', async () => {
    const { app, token, grace } = await invited()
    for (let looks = 0; looks < 3; looks += 1) await openedPage(app, `/invite#${token}`)
    expect(grace()).toBeUndefined()
    const page = await openedPage(app, `/invite#${token}`)
    await page.send('account-form', { name: 'Grace', password })
    expect(grace()?.name).toBe('Grace')
  })

  it('R30 leads through two-factor enrolment if the role requires it', async () => {
    const { app, ports, token, grace } = await invited('Admin')
    const page = await openedPage(app, `/invite#${token}`)
    await page.send('account-form', { name: 'Grace Hopper', password })
    expect(page.isShown('enrolment-section')).toBe(true)
    const code = ports.oneTimeCodes.codeAt(
      page.textOf('secret').replaceAll(' ', ''),
      ports.clock.now(),
    )
    await page.send('enrolment-form', { code })
    expect(page.isShown('recovery-codes-section')).toBe(true)
    expect(grace()?.mfaEnabledAt).not.toBeNull()
  })

  it('shows each error next to its field, and continues', async () => {
    const { app, token, grace } = await invited()
    const page = await openedPage(app, `/invite#${token}`)
    await page.send('account-form', { name: ' ', password })
    expect([page.isShown('name-fault'), page.textOf('name-fault')]).toEqual([
      true,
      expect.stringContaining('The name must have 1 to 200 characters'),
    ])
    await page.send('account-form', { name: 'Grace', password: 'ken' })
    expect([page.isShown('name-fault'), page.textOf('password-fault')]).toEqual([
      false,
      expect.stringContaining('at least 8'),
    ])
    await page.send('account-form', { name: 'Grace', password })
    expect(grace()?.name).toBe('Grace')
  })

  it('says what to do about a wrong, used or incomplete link', async () => {
    const { app, token } = await invited()
    const used = await openedPage(app, `/invite#${token}`)
    const late = await openedPage(app, `/invite#${token}`)
    await used.send('account-form', { name: 'Grace', password })
    await late.send('account-form', { name: 'Grace', password })
    const pages = [
      late,
      await openedPage(app, `/invite#${token}`),
      await openedPage(app, '/invite'),
    ]
    for (const page of pages)
      expect([page.isShown('account-section'), page.isShown('link-section')]).toEqual([false, true])
    expect(pages.map((page) => page.textOf('link-fault'))).toEqual([
      expect.stringContaining('was used'),
      expect.stringContaining('was used'),
      'The link is incomplete. Open it in the email again.',
    ])
  })

  it('says that Ken does not respond, and goes on when it does again', async () => {
    const { app, token, grace } = await invited()
    expect(
      (await openedPage(app, `/invite#${token}`, { isUnavailable: true })).textOf('link-fault'),
    ).toContain('Open the link')
    const page = await openedPage(app, `/invite#${token}`)
    page.setUnavailable(true)
    await page.send('account-form', { name: 'Grace', password })
    expect(page.textOf('form-fault')).toContain('Ken does not respond')
    page.setUnavailable(false)
    await page.send('account-form', { name: 'Grace', password })
    expect(grace()?.name).toBe('Grace')
  })
})
