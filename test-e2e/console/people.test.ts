import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMemberWithPassword } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { nameOfFocus, followedKeyboard } from './support/keyboard.ts'

const address = '/admin/people'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addMemberWithPassword(ken.world)
  await addPeople(ken.world, 60)
  await ken.world.sql(
    `update users set status = 'deactivated' where email = 'person-060@example.com'`,
  )
})
afterAll(() => ken[Symbol.asyncDispose]())

describe('the list of people', () => {
  it('is turned page by page, and the focus stays on the button', async () => {
    await using seen = await visitAsOwner(ken, '/')
    const { page } = seen
    await page.getByRole('link', { name: 'People', exact: true }).click()
    const first = page.getByRole('rowheader').first()
    const next = page.getByRole('button', { name: 'Next' })
    await first.getByText('member@example.com').waitFor()
    await expectAccessible(page)
    await next.click()
    await first.getByText('person-024@example.com').waitFor()
    await next.click()
    await first.getByText('person-049@example.com').waitFor()
    await page.getByText('Page 3, 12 rows').waitFor()
    expect(await next.getAttribute('aria-disabled')).toBe('true')
    expect(await page.locator(':focus').textContent()).toBe('Next')
    await page.reload()
    await first.getByText('person-049@example.com').waitFor()
    await page.getByRole('button', { name: 'Previous' }).click()
    await first.getByText('person-024@example.com').waitFor()
  })

  it('offers in the menu of a row what is possible, by keyboard too', async () => {
    await using seen = await visitAsOwner(ken, `${address}?role=Owner`)
    const { page } = seen
    const menu = page.getByRole('menu')
    await page.getByRole('button', { name: /^Actions: / }).click()
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['Open', 'End sessions'])
    await expectAccessible(page)
    await page.keyboard.press('End')
    expect(await page.locator(':focus').textContent()).toBe('End sessions')
    await page.keyboard.press('ArrowDown')
    expect(await page.locator(':focus').textContent()).toBe('Open')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Actions: /)
  })

  it('is walked, selected and opened by single keys, which do nothing while a person types', async () => {
    await using seen = await visitAsOwner(ken, `${address}?q=person-01`)
    const { page } = seen
    const focused = page.locator(':focus')
    await page.getByText('Person 19', { exact: true }).waitFor()
    await followedKeyboard(page)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await focused.textContent()).toBe('Person 11')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Open' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    expect(await focused.textContent()).toBe('Person 11')
    await page.keyboard.press('/')
    expect(await focused.getAttribute('name')).toBe('q')
    await page.keyboard.type('x?gs')
    expect(await page.getByLabel('Name or address').inputValue()).toBe('x?gs')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByText('Nothing matches the filters.').waitFor()
    // Cleared before it applies.
    await page.keyboard.type('z')
    await page.getByRole('button', { name: 'Clear the filters' }).first().click()
    await page.getByText('Person 9', { exact: true }).waitFor()
    expect(await page.getByLabel('Name or address').inputValue()).toBe('')
    await page.getByRole('link', { name: 'Person 10', exact: true }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Person 11' }).waitFor()
    for (const [keys, heading] of [
      ['gk', 'API keys'],
      ['ga', 'Audit log'],
      ['gp', 'People'],
    ] as const) {
      await page.keyboard.type(keys)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    await page.keyboard.type('gs')
    await page.getByRole('search').waitFor()
  })

  it('deactivates many at once, leaves out whom it must not, and what fails stays selected', async () => {
    await using seen = await visitAsOwner(ken, `${address}?limit=100`)
    const { page } = seen
    await page.getByLabel('Select Person 1', { exact: true }).check()
    await page.getByLabel('Select Person 2', { exact: true }).check()
    await page.getByLabel('Select owner', { exact: true }).check()
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate 2 people?' })
    await dialog.getByText('Not possible for 1 of them').waitFor()
    expect(await page.locator(':focus').textContent()).toBe('Cancel')
    await expectAccessible(page)
    const [gone] = await ken.world.sql(
      `delete from users where email = 'person-002@example.com' returning id`,
    )
    seen.expectRefusal(`404 POST /api/v1/admin/users/${String(gone?.['id'])}/deactivate`)
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Done: 1. Failed: 1.').waitFor()
    await dialog.getByText(/^Person 2 \(person-002@example\.com\): /).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('1 selected').waitFor()
    expect(
      await ken.world.sql(`select status from users where email = 'person-001@example.com'`),
    ).toEqual([{ status: 'deactivated' }])
  })

  it('keeps the selection while the menu of another row is used', async () => {
    await using seen = await visitAsOwner(ken, address)
    const { page } = seen
    await page.getByLabel('Select Person 4', { exact: true }).check()
    await page.getByRole('button', { name: 'Actions: Person 5', exact: true }).click()
    await page.getByRole('menuitem', { name: 'End sessions' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'End sessions' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('1 selected').waitFor()
    expect(await page.getByLabel('Select Person 4', { exact: true }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await expect.poll(() => nameOfFocus(page)).toBe('People')
  })
})

it('adds many to a group that is found by its name', async () => {
  await ken.world.sql(`insert into groups (slug) values ('finance'), ('sales')`)
  await ken.world.sql(
    `insert into groups (slug) select 'fin-' || lpad(n::text, 2, '0') from generate_series(1, 9) n`,
  )
  await using seen = await visitAsOwner(ken, address)
  const { page } = seen
  await page.getByLabel('Select Person 3', { exact: true }).check()
  await page.getByLabel('Select Person 4', { exact: true }).check()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('combobox', { name: 'Find a group' }).fill('fin')
  await dialog.getByRole('option', { name: 'finance' }).waitFor()
  // The option that Enter chooses is in view, also on the low part that a keyboard on the screen leaves.
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 400 })
  const isInView = async (): Promise<boolean> => {
    const [option, button] = [
      await dialog.locator('[aria-selected="true"]').boundingBox(),
      await dialog.getByRole('button', { name: 'Cancel' }).boundingBox(),
    ]
    return option !== null && button !== null && option.y + option.height <= button.y
  }
  await page.keyboard.press('ArrowUp')
  await expect.poll(isInView).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page
    .getByRole('option', { name: 'fin-01' })
    .and(page.locator('[aria-selected="true"]'))
    .waitFor()
  await expect.poll(isInView).toBe(true)
  await page.setViewportSize(size)
  await dialog.getByRole('combobox').fill('finance')
  await page.getByRole('option', { name: 'fin-01' }).waitFor({ state: 'detached' })
  // There is no option until the new ones are there.
  await page.getByRole('option', { name: 'finance' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Chosen: finance').waitFor()
  await dialog.getByRole('button', { name: 'Add to a group' }).click()
  await page.getByText('Added to finance: 2 people.').waitFor()
  expect(await ken.world.sql('select count(*)::int as members from group_members')).toEqual([
    { members: 2 },
  ])
})
