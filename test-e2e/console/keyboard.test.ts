import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMemberWithPassword, member } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { nameOfFocus, openPalette, press, reach } from './support/keyboard.ts'
import { visitSignedIn } from './support/sign-in.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addMemberWithPassword(ken.world)
  await addPeople(ken.world, 60)
  await importDocuments(ken.world, [{ title: 'Tokyo', body: 'the office' }])
})
afterAll(() => ken[Symbol.asyncDispose]())

/** A key while a word is composed, and as Safari says the one that ends the composition. */
const compose = (field: Locator, key: string) =>
  field.evaluate((input, pressed) => {
    const start = { key: pressed, bubbles: true, cancelable: true }
    input.dispatchEvent(new KeyboardEvent('keydown', { ...start, isComposing: true }))
    input.dispatchEvent(new KeyboardEvent('keydown', { ...start, keyCode: 229 }))
  }, key)

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
  it('opens pages and people, and does what the page offers', async () => {
    await ken.world.createKey('person-021@example.com')
    await using seen = await visitAsOwner(ken, '/')
    const { page } = seen
    await page.getByRole('searchbox').waitFor()
    const palette = await openPalette(page)
    const field = palette.getByRole('combobox', { name: 'Go to or do' })
    const active = palette.getByRole('option', { selected: true })
    await expectAccessible(page)
    // Only one option looks as if Enter chose it.
    await palette.getByRole('option').nth(3).hover()
    const [chosen, ...others] = await palette.getByRole('option').evaluateAll(looksOf)
    expect(chosen!.backgroundColor).not.toBe(others[2]!.backgroundColor)
    expect([chosen!.hasOutline, others.some(({ hasOutline }) => hasOutline)]).toEqual([true, false])
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    expect(await page.locator(':focus').getAttribute('name')).toBe('q')
    await openPalette(page)
    await field.fill('knowl')
    expect(await active.textContent()).toBe('Knowledge')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor()

    await page.route('**/api/v1/admin/users?q=outage*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    seen.expectRefusal('500 GET /api/v1/admin/users')
    await openPalette(page)
    await field.fill('outage')
    await palette.getByText('Something went wrong.').waitFor()
    await field.fill('person-021')
    const found = palette.getByRole('group', { name: 'People' }).getByRole('option')
    await expect.poll(() => found.allInnerTexts()).toEqual(['Person 21\nperson-021@example.com'])
    const keys = palette.getByRole('group', { name: 'API keys' }).getByRole('option')
    await expect.poll(() => keys.count()).toBe(1)
    await palette.getByText('2 results').waitFor()
    await page.keyboard.press('ArrowUp')
    expect(await active.innerText()).toContain('ken_')
    await page.keyboard.press('ArrowDown')
    const [id, text] = [await active.getAttribute('id'), await active.textContent()]
    expect([await field.getAttribute('aria-activedescendant'), text]).toEqual([
      id,
      'Person 21person-021@example.com',
    ])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Person 21' }).waitFor()

    await page.getByRole('button', { name: 'Deactivate' }).waitFor()
    await openPalette(page)
    await field.fill('deact')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Deactivate Person 21?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await page.locator(':focus').textContent()).toBe('Deactivate')
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await shortcuts.getByRole('row').last().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await shortcuts.waitFor({ state: 'detached' })
  })

  it('offers Members their own pages only', async () => {
    await using seen = await visitSignedIn(ken, '/', member, { language: 'de' })
    const { page } = seen
    await page.getByRole('searchbox').waitFor()
    const palette = await openPalette(page)
    expect(await palette.getByRole('option').allInnerTexts()).toEqual([
      'Suche',
      'Profil',
      'Sicherheit',
      'Ihre API-Schlüssel',
      'Neuer API-Schlüssel',
      'Verbundene Chats',
      'Ihre Agenten',
      'Tastenkürzel',
    ])
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

describe('the keys of an input method', () => {
  it('pick nothing from the matches of a name', async () => {
    await using seen = await visitAsOwner(ken, '/admin/audit')
    const { page } = seen
    const field = page.getByRole('combobox', { name: 'Find a person' })
    await field.fill('owner')
    await page.getByRole('option', { name: 'owner@example.com' }).waitFor()
    await compose(field, 'Enter')
    expect(await field.inputValue()).toBe('owner')
    await field.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('actor_id')).not.toBeNull()
  })

  it('choose nothing in the palette', async () => {
    await using seen = await visitAsOwner(ken, '/')
    const palette = await openPalette(seen.page)
    const field = palette.getByRole('combobox')
    await field.fill('Audit')
    await compose(field, 'Enter')
    await field.press('End')
    expect(await palette.count()).toBe(1)
    await field.press('Enter')
    await seen.page.waitForURL('**/admin/audit')
  })

  it('do not lead from the search to its results', async () => {
    await using seen = await visitAsOwner(ken, '/#q=office')
    const { page } = seen
    await page.getByRole('link', { name: 'Tokyo' }).waitFor()
    const field = page.getByRole('searchbox')
    await compose(field, 'ArrowDown')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    await field.press('ArrowDown')
    expect(await nameOfFocus(page)).toContain('Tokyo')
  })
})
