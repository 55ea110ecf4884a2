import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { hold } from '../testing/server.ts'
import { visit } from '../testing/visit.ts'

const address = '/admin/invitations/new'
const invite = 'POST /api/v1/admin/invitations'

it('holds no page for addresses that failed after their screen was left', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  const held = hold(seen.server, invite)
  await seen.fill('Addresses', ownerEmail)
  await seen.press('Send the invitations')
  const addresses = seen.page.getByLabelText<HTMLTextAreaElement>('Addresses')
  // What is typed while a form is sent would be lost with what was sent.
  await waitFor(() => expect(addresses.readOnly || addresses.disabled).toBe(true))
  expect(seen.page.getByLabelText('Member').getAttribute('aria-disabled')).toBe('true')
  await seen.click('link', 'Groups')
  await seen.find('heading', 'Groups')
  expect(seen.questions).toHaveLength(1)
  await held.sent
  held.release()
  for (const name of ['System', 'Groups']) {
    await seen.click('link', name)
    await seen.page.findByRole('heading', { level: 1, name })
  }
  expect(seen.questions).toHaveLength(1)
})

it('takes a success that arrives when the session has ended, so that nothing is sent twice', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  await seen.fill('Addresses', 'late@example.com never@example.com')
  const held = hold(seen.server, invite)
  await seen.press('Send the invitations')
  await held.sent
  await seen.endSession()
  held.release()
  await seen.signIn(ownerEmail)
  const addresses = await seen.page.findByLabelText<HTMLTextAreaElement>('Addresses')
  expect(addresses.value).toBe('never@example.com')
  expect(seen.server.requests.filter(({ name }) => name === invite)).toHaveLength(1)
})

it.each([
  ['/admin/invitations', 'Invite'],
  ['/admin/invitations/imports', 'Import a list'],
  ['/admin/people', 'Invite'],
])('%s without a mail server: inviting is off, and says what to set', async (path, act) => {
  using seen = await visit(await consoleWorld({ ports: { mailer: null } }), path, ownerEmail)
  await seen.page.findByText(/Set KEN_SMTP_URL and KEN_MAIL_FROM first/)
  expect((await seen.find('button', act)).getAttribute('aria-disabled')).toBe('true')
  expect(seen.page.queryByRole('link', { name: 'Import a list' })).toBeNull()
})
