import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { visit } from './support/visit.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
})
afterAll(() => ken[Symbol.asyncDispose]())

it('the reference of the API has samples in three languages, by keyboard too, and copies them', async () => {
  await using seen = await visit(ken, '/public/v1/docs')
  const { page, context } = seen
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('Skip to the content')

  const ask = page.getByRole('article').filter({ has: page.getByText('Ask a question') })
  const tab = (name: string) => ask.getByRole('tab', { name })
  const shown = () => page.getByRole('tabpanel').locator('pre').allTextContents()
  expect((await shown()).every((code) => code.startsWith('curl'))).toBe(true)
  await tab('curl').focus()
  const before = await tab('curl').boundingBox()
  await page.keyboard.press('ArrowRight')
  expect(await page.locator(':focus').textContent()).toBe('TypeScript')
  expect((await shown()).every((code) => code.startsWith('import type'))).toBe(true)
  expect((await tab('curl').boundingBox())?.y).toBeCloseTo(before!.y, 0)
  await page.keyboard.press('End')
  const [, , inPython] = await shown()
  expect(inPython).toMatch(/^import json\n/)
  await page.keyboard.press('ArrowRight')
  expect(await page.locator(':focus').textContent()).toBe('curl')
  await tab('Python').click()

  await ask.getByRole('button', { name: 'Copy: Ask a question, Python' }).click()
  await page.getByRole('status').getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(inPython)

  await page.goto(`${ken.url}/public/v1/docs#RATE_LIMITED`)
  await page.locator('#RATE_LIMITED').getByText('The key may send').waitFor()
  expect(
    await page
      .locator('#RATE_LIMITED')
      .evaluate((at) => at.getBoundingClientRect().top < innerHeight),
  ).toBe(true)
})
