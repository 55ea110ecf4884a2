import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Opens the palette. The keyboard is followed only from a moment after the page is there. */
export async function openPalette(page: Page) {
  const palette = page.getByRole('dialog').filter({ has: page.getByRole('combobox') })
  await expect
    .poll(async () => {
      if ((await palette.count()) === 0) await page.keyboard.press('Control+k')
      return palette.count()
    })
    .toBe(1)
  return palette
}

/** Waits until the page follows the keyboard. */
export async function followedKeyboard(page: Page): Promise<void> {
  const palette = await openPalette(page)
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
}

const tabsMax = 150
/** Pressed without a look at the focus in between: each look and each picture takes longer than a Tab. */
const tabsAtOnce = 15

/** Moves the focus with Tab until an element has it, as a person without a pointer does. */
export async function reach(target: Locator): Promise<void> {
  await target.waitFor()
  const { keyboard } = target.page()
  for (let tabs = 0; tabs <= tabsMax; tabs += tabsAtOnce) {
    const element = await target.elementHandle()
    if (await element.evaluate(stayHere)) return
    await Promise.all(Array.from({ length: tabsAtOnce }, async () => keyboard.press('Tab')))
    if (await element.evaluate(hasArrived)) return
  }
  throw new Error('Tab leads to everything but this element.')
}

/** Keeps the focus at an element once it has it, and returns whether it has it already. */
function stayHere(element: Element): boolean {
  if (element === document.activeElement) return true
  const stay = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || element !== document.activeElement) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  Reflect.set(element, 'letGo', () => removeEventListener('keydown', stay, { capture: true }))
  addEventListener('keydown', stay, { capture: true })
  return false
}

function hasArrived(element: Element): boolean {
  ;(Reflect.get(element, 'letGo') as () => void)()
  return element === document.activeElement
}

/** Presses Enter once the element can be pressed: a button stays off until what it needs has arrived. */
async function enter(target: Locator): Promise<void> {
  await target.and(target.page().locator(':not(:disabled, [aria-disabled="true"])')).waitFor()
  await target.page().keyboard.press('Enter')
}

/** Presses a button or follows a link without a pointer. */
export async function press(target: Locator): Promise<void> {
  await reach(target)
  await enter(target)
}

/** Ticks a check box without a pointer. */
export async function tick(box: Locator): Promise<void> {
  await reach(box)
  await box.page().keyboard.press('Space')
}

/** Types over the text of a field without a pointer. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await reach(field)
  await field.page().keyboard.press('Control+a')
  await field.page().keyboard.type(text)
}

/** Opens the menu of a row and presses one of its items without a pointer. */
export async function pressInMenu(button: Locator, item: Locator): Promise<void> {
  await press(button)
  await item.waitFor()
  for (let steps = 0; steps < tabsMax; steps += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await item.page().keyboard.press('ArrowDown')
  }
  await enter(item)
}

/** The name or text of the element that has the focus. */
export const nameOfFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? null
  })
