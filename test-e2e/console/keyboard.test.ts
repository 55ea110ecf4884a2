import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { followedKeyboard, nameOfFocus, openPalette, press, reach } from './support/keyboard.ts'
import { hold } from './support/requests.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addPeople(ken.world, 60)
  await importDocuments(
    ken.world,
    ['Badge', 'Lost pass'].map((title) => ({ title, body: 'A badge.' })),
  )
})
afterAll(() => ken[Symbol.asyncDispose]())

const people = '/admin/people'

/** The ground of an option, and whether it has an outline that can be seen. */
const looksOf = (options: readonly Element[]) =>
  options.map((option) => {
    const { backgroundColor, outlineStyle, outlineColor } = getComputedStyle(option)
    return {
      backgroundColor,
      hasOutline: outlineStyle === 'solid' && !outlineColor.endsWith(', 0)'),
    }
  })

describe('the palette', () => {
  it('shows by one option what Enter chooses, and returns the focus when it closes', async () => {
    await using seen = await visitAsOwner(ken, '/')
    const { page } = seen
    await page.getByRole('searchbox').waitFor()
    const palette = await openPalette(page)
    await palette.getByRole('option').nth(3).hover()
    const [chosen, ...others] = await palette.getByRole('option').evaluateAll(looksOf)
    expect(chosen!.backgroundColor).not.toBe(others[2]!.backgroundColor)
    expect([chosen!.hasOutline, others.some(({ hasOutline }) => hasOutline)]).toEqual([true, false])
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    expect(await page.locator(':focus').getAttribute('name')).toBe('q')
    await openPalette(page)
    await page.keyboard.type('people')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  })
})

describe('the menu of a narrow screen', () => {
  it('returns the focus to its button when it closes without another screen', async () => {
    await using seen = await visitAsOwner(ken, '/admin/groups', { width: 320 })
    const { page } = seen
    const menu = page.getByRole('button', { name: 'Menu' })
    const groups = page.getByRole('link', { name: 'Groups', exact: true })
    for (const close of [() => page.keyboard.press('Escape'), () => page.keyboard.press('Enter')]) {
      await press(menu)
      await reach(groups)
      await close()
      await groups.waitFor({ state: 'hidden' })
      await expect.poll(() => nameOfFocus(page)).toBe('Menu')
    }
    await press(menu)
    await press(page.getByRole('link', { name: 'People', exact: true }))
    await expect.poll(() => nameOfFocus(page)).toBe('People')
    expect(await page.locator(':focus').evaluate(({ tagName }) => tagName)).toBe('H1')
  })
})

describe('the list of people', () => {
  it('offers in the menu of a row what is possible, by keyboard too', async () => {
    await using seen = await visitAsOwner(ken, `${people}?role=Owner`)
    const { page } = seen
    const menu = page.getByRole('menu')
    await page.getByRole('button', { name: /^Actions: / }).click()
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['Open', 'End sessions'])
    await page.keyboard.press('End')
    expect(await page.locator(':focus').textContent()).toBe('End sessions')
    await page.keyboard.press('ArrowDown')
    expect(await page.locator(':focus').textContent()).toBe('Open')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Actions: /)
  })

  it('is walked, selected and opened by single keys, which do nothing while a person types', async () => {
    await using seen = await visitAsOwner(ken, `${people}?q=person-01`)
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

  it('keeps the focus when its selection is cleared', async () => {
    await using seen = await visitAsOwner(ken, people)
    const { page } = seen
    await followedKeyboard(page)
    await page.getByLabel('Select Person 4', { exact: true }).check()
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await expect.poll(() => nameOfFocus(page)).toBe('People')
  })
})

it('the search is used with the keyboard alone', async () => {
  await using seen = await visitAsOwner(ken, '/#q=badge')
  const { page } = seen
  await page.getByText('2 results').waitFor()
  await followedKeyboard(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const titles = await page.locator('[data-result]').allTextContents()
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(titles[0])
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(titles[1])
  await page.keyboard.press('Escape')
  expect(await page.locator(':focus').getAttribute('name')).toBe('q')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  expect(await focused()).toBe(titles[1])
  await page.keyboard.press('/')
  expect(await page.locator(':focus').getAttribute('name')).toBe('q')
})

describe('a form that is sent by Enter on a choice', () => {
  it('keeps the focus on the role of an invitation, which stays as it is meanwhile', async () => {
    await using seen = await visitAsOwner(ken, '/admin/invitations/new')
    const { page } = seen
    const role = page.getByRole('radio', { name: 'Admin' })
    await page.getByLabel('Addresses').fill('grace@example.com')
    await role.press('Space')
    const release = await hold(page, '**/api/v1/admin/invitations')
    await role.press('Enter')
    await page.locator('button[type="submit"][aria-busy]').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await role.evaluate((radio) => radio === document.activeElement)).toBe(true)
    expect(await role.isChecked()).toBe(true)
    release()
    await page.getByText('Invited', { exact: true }).waitFor()
  })

  it('keeps the focus on a required role, which stays as it is meanwhile', async () => {
    await using seen = await visitAsOwner(ken, '/admin/settings')
    const { page } = seen
    const role = page.getByRole('checkbox', { name: 'Members' })
    await role.press('Space')
    const release = await hold(page, '**/api/v1/admin/settings')
    await role.press('Enter')
    await page.locator('button[type="submit"][aria-busy]').waitFor()
    await page.keyboard.press('Space')
    expect(await role.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await role.isChecked()).toBe(true)
    release()
    await page.getByText('The settings are saved.').waitFor()
  })
})
