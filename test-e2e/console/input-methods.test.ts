import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { nameOfFocus, openPalette } from './support/keyboard.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
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
