import { ok } from '@ken/core'
import { describe, expect, it } from 'vitest'
import { httpWorld, owner } from '../testing/http-world.ts'
import { openedPage } from '../testing/opened-page.ts'

async function openPage(isSecondFactorRequired = true) {
  const { app, ports } = await httpWorld({ setUp: false })
  if (!isSecondFactorRequired)
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ mfaRequiredRoles: [] })),
    )
  return { ports, ...(await openedPage(app, '/setup')) }
}

type Page = Awaited<ReturnType<typeof openPage>>

/** What the authenticator shows for the secret on the page. */
const codeOn = ({ ports, textOf }: Page): string =>
  ports.oneTimeCodes.codeAt(textOf('secret').replaceAll(' ', ''), ports.clock.now())

describe('the setup page', () => {
  it('leads the first Owner from the account through two-factor enrolment to the recovery codes', async () => {
    const page = await openPage()
    await page.send('account-form', owner)
    expect(page.isShown('account-section')).toBe(false)
    expect([page.isShown('enrolment-section'), page.textOf('person')]).toEqual([
      true,
      'Ada Lovelace (ada@example.com)',
    ])
    expect(page.element('otpauth').getAttribute('href')).toMatch(/^otpauth:/)

    await page.send('enrolment-form', { code: codeOn(page) })
    expect([page.isShown('enrolment-section'), page.isShown('recovery-codes-section')]).toEqual([
      false,
      true,
    ])
    expect(page.textOf('recovery-codes').split('\n')).toHaveLength(10)
    expect(page.isShown('next-section')).toBe(true)
    const [account] = [...page.ports.database.tables.accounts.values()]
    expect(account?.mfaEnabledAt).not.toBeNull()
  })

  it('shows each error next to its field, and removes it again', async () => {
    const page = await openPage()
    await page.send('account-form', { ...owner, email: 'ada', password: 'ken' })
    expect([page.textOf('email-fault'), page.isShown('email-fault')]).toEqual([
      'The email must be an email address such as ana@example.com.',
      true,
    ])
    await page.send('account-form', { ...owner, password: 'ken' })
    expect([page.isShown('email-fault'), page.isShown('form-fault')]).toEqual([false, false])
    expect(page.textOf('password-fault')).toMatch(
      /^The password must have at least 8 characters; it is too easy to guess/,
    )
    expect(page.element('password').getAttribute('aria-invalid')).toBe('true')
  })

  it('moves the focus to the invalid field, otherwise back, and then to the next section', async () => {
    const page = await openPage()
    await page.send('account-form', { ...owner, email: 'ada', password: 'ken' })
    expect(page.hasFocus('#email')).toBe(true)
    page.setUnavailable(true)
    await page.send('account-form', owner)
    expect(page.hasFocus('#account-form button')).toBe(true)
    page.setUnavailable(false)
    await page.send('account-form', owner)
    expect(page.hasFocus('#enrolment-section h2')).toBe(true)
  })

  it('says that a code is wrong, and then accepts the right one', async () => {
    const page = await openPage()
    await page.send('account-form', owner)
    await page.send('enrolment-form', { code: '000000' })
    expect([page.isShown('enrolment-fault'), page.isShown('recovery-codes-section')]).toEqual([
      true,
      false,
    ])
    expect(page.textOf('enrolment-fault')).toContain('is wrong')
    await page.send('enrolment-form', { code: codeOn(page) })
    expect(page.isShown('recovery-codes-section')).toBe(true)
  })

  it('says that Ken does not respond, and goes on when it does again', async () => {
    const page = await openPage()
    page.setUnavailable(true)
    await page.send('account-form', owner)
    expect(page.textOf('form-fault')).toContain('Ken does not respond')
    page.setUnavailable(false)
    await page.send('account-form', owner)
    expect(page.isShown('enrolment-section')).toBe(true)
  })

  it('skips two-factor enrolment if it is not required', async () => {
    const page = await openPage(false)
    await page.send('account-form', owner)
    expect([page.isShown('enrolment-section'), page.isShown('next-section')]).toEqual([false, true])
    expect(page.hasFocus('#next-section h2')).toBe(true)
  })

  it('says that another person created the first Owner', async () => {
    const page = await openPage()
    await page.send('account-form', { ...owner, email: 'eve@example.com' })
    await page.send('account-form', owner)
    expect(page.textOf('form-fault')).toContain('already set up')
  })
})
