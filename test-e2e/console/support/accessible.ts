import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Fails on any finding of axe: WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { readonly axe: typeof axe }
    const { violations: found } = await inPage.run({
      rules: { 'target-size': { enabled: true } },
    })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  expect(violations).toEqual([])
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBe(0)
}
