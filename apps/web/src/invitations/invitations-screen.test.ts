import { ok } from '@ken/core'
import { anInvitation } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit, type Visit } from '../testing/visit.ts'

it('are sent to many addresses, with an outcome for each', async () => {
  using seen = await visit(await consoleWorld(), '/admin/invitations', ownerEmail)
  await seen.reads('No invitation yet.')
  await seen.click('link', 'Invite')
  const field = await seen.page.findByLabelText<HTMLTextAreaElement>('Addresses')
  const send = async (text: string) => {
    await seen.fill('Addresses', text)
    await seen.press('Send the invitations')
  }
  const many = Array.from({ length: 101 }, (_, number) => `a${number}@example.com`).join('\n')
  for (const [text, fault] of [
    [' ', 'Fill in this field.'],
    [many, 'At most 100'],
  ] as const) {
    await send(text)
    await seen.reads(fault)
    expect(document.activeElement).toBe(field)
  }
  await send(`Tim Ruiz <tim@example.com>, Tim@Example.com; ${ownerEmail}\nno-address`)
  await seen.reads('A person with this address has an account.')
  await seen.reads('Not a valid email address.')
  expect(seen.page.getAllByRole('row', { name: /Invited/ })).toHaveLength(1)
  await waitFor(() => expect(field.value).toBe(`${ownerEmail}\nno-address`))
  for (const [typed, said] of [
    ['eva@example.com', '1 person is invited.'],
    ['eva@example.com, max@example.com', '2 people are invited.'],
  ] as const) {
    await send(typed)
    await seen.reads(said)
  }
  expect(seen.page.queryByRole('alert')).toBeNull()
  await seen.fill('Addresses', 'left')
  await seen.click('link', 'Groups')
  expect(seen.questions).toEqual(['Leave this page? What you changed is not saved.'])
})

async function visitFailed(): Promise<Visit> {
  const world = await consoleWorld()
  const failed = anInvitation({ email: 'tim@example.com', state: 'failed', sentAt: null })
  await world.ports.transact(async ({ invitations }) => ok(await invitations.insert([failed])))
  return visit(world, '/admin/invitations', ownerEmail)
}

it('of a failed delivery show no time at which they were sent', async () => {
  using seen = await visitFailed()
  const row = await seen.find('row', /tim@example\.com/)
  await seen.reads('Failed', row)
  expect(row.textContent).not.toContain('Not yet')
})

it('are sent again and revoked from the menu of their row', async () => {
  using seen = await visitFailed()
  const perform = async (act: string) => {
    await seen.press('Actions: tim@example.com')
    await seen.click('menuitem', act)
    await seen.press(act, await seen.find('alertdialog', `${act}: tim@example.com?`))
  }
  const shows = async (state: string) =>
    waitFor(async () =>
      expect((await seen.find('row', /tim@example\.com/)).textContent).toContain(state),
    )
  await perform('Resend')
  await seen.reads('Queued again: tim@example.com.')
  await shows('Waiting')
  await perform('Revoke')
  await seen.reads('Revoked: tim@example.com.')
  await shows('Revoked')
  expect(seen.page.queryByRole('button', { name: /^Actions: / })).toBeNull()
})
