import type axe from 'axe-core'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const themes = ['light', 'dark'] as const
/** Minified, because a browser parses it on every page. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
/** Both themes have the same document: in the second one only colors can fail. */
const rulesOfColor = ['color-contrast', 'link-in-text-block']
const widths = [320, 900, 1_440] as const

/**
 * Fails on any violation that axe finds (WCAG 2.2 AA and its best practices) in either theme, and when the
 * page scrolls sideways on the narrowest screen or with text of twice the size, when a password manager cannot fill in a
 * secret, or when a button that is off looks on in the forced colors of a system. `KEN_SCREENSHOTS` names a folder for
 * pictures.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // The frame that the server sends has no heading; each screen has one.
  await page.getByRole('heading', { level: 1 }).waitFor()
  const size = page.viewportSize()!
  expect(await strangeToPasswordManagers(page)).toEqual([])
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page)
  expect(['light', ...(await violationsIn(page))]).toEqual(['light'])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(['dark', ...(await violationsIn(page, rulesOfColor))]).toEqual(['dark'])
  if ((await page.locator(buttonsOff).count()) > 0) expect(await lookingOn(page)).toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: size.height })
    expect([width, await sideways(page)]).toEqual([width, 0])
    await keepPictures(page, width)
  }
  await page.setViewportSize({ width: 1_280, height: size.height })
  expect(['200 %', await enlarged(page)]).toEqual(['200 %', 0])
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** By the protocol: `page.evaluate` passes half a megabyte through a function of its own, for twice the processor time. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: `${axeScript};void 0` })
  await session.detach()
}

/**
 * The fields of passwords and codes outside of a form, without a name or a purpose, or while a dialog is open. Browsers fill
 * a stored password into one whose purpose is `off`.
 */
const strangeToPasswordManagers = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const hasDialog = document.querySelector('dialog[open], [role$="dialog"]') !== null
    return [
      ...document.querySelectorAll<HTMLInputElement>(
        'input[type="password"], input[autocomplete="one-time-code"]',
      ),
    ]
      .filter(
        ({ form, name, autocomplete }) =>
          hasDialog || form === null || name === '' || /^(off)?$/.test(autocomplete),
      )
      .map(({ outerHTML }) => outerHTML)
  })

const buttonsOff = 'button[aria-disabled]:not([aria-busy])'

/** The buttons that are off and do not have the color for that, while the system forces its colors. */
async function lookingOn(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate((buttons) => {
    const sample = document.body.appendChild(document.createElement('span'))
    sample.style.color = 'GrayText'
    const off = getComputedStyle(sample).color
    sample.remove()
    return [...document.querySelectorAll(buttons)]
      .filter((button) => getComputedStyle(button).color !== off)
      .map(({ outerHTML }) => outerHTML)
  }, buttonsOff)
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

const violationsIn = (page: Page, only?: string[]): Promise<readonly string[]> =>
  page.evaluate(async (rules) => {
    const { axe: inPage } = window as unknown as { readonly axe: typeof axe } // its script puts it there
    const { violations } = await inPage.run({
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
      // No rule in use needs the style sheets or media that axe would load, and no message a selector.
      preload: false,
      selectors: false,
      ...(rules && { runOnly: rules }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, only)

/** How far the page scrolls sideways while its text has twice the size, which is not painted. */
const enlarged = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { style } = document.documentElement
    style.fontSize = '200%'
    const far = document.documentElement.scrollWidth - document.documentElement.clientWidth
    style.fontSize = ''
    return far
  })

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function keepPictures(page: Page, width: number): Promise<void> {
  const folder = process.env['KEN_SCREENSHOTS']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const name = (await page.title()).replaceAll(/[^\w]+/g, '-')
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
  }
}
