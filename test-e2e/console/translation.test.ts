import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { requireNoFactor } from './support/administrator.ts'
import { newContext } from './support/browser.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { visit } from './support/visit.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
})
afterAll(() => ken[Symbol.asyncDispose]())

/** Replaces texts by elements, as translators of browsers do, and keeps what it would send to its service. */
function translate(): void {
  const sent: string[] = []
  Reflect.set(globalThis, 'sent', sent)
  const skipped = '[translate="no"], font, textarea, script, style, noscript'
  const replaceTexts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      const words = text.nodeValue?.trim() ?? ''
      if (words === '' || text.parentElement?.closest(skipped)) continue
      sent.push(words)
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `«${text.nodeValue}»`
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
  }
  const observed = { childList: true, characterData: true, subtree: true }
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => setTimeout(replaceTexts)).observe(document.body, observed)
  })
}

it('a page that the browser translates still works, and its translator gets no key', async () => {
  const context = await newContext()
  await context.addInitScript(translate)
  const data = { email: ownerEmail, password: ownerPassword }
  await context.request.post(`${ken.url}/login`, { data })
  await using seen = await visit(ken, '/me/keys/new', { context })
  const { page } = seen
  await page.getByRole('textbox', { name: '«What is it for?»' }).fill('laptop')
  await page.getByRole('button', { name: '«Create key»' }).click()
  await page.getByRole('heading', { level: 1, name: '«Your key “laptop”»' }).waitFor()
  const key = (await page.locator('code').first().textContent()) ?? ''
  const copy = page.getByRole('button', { name: 'Copy the key' })
  await copy.click()
  await expect.poll(() => copy.textContent()).toBe('«Copied»')
  await page.getByRole('radio', { name: '«Python»' }).check()
  const example = page.getByRole('region', { name: 'Python' })
  expect(await example.textContent()).toContain(key)
  const sent = await page.evaluate(() => Reflect.get(globalThis, 'sent') as string[])
  expect(sent.length).toBeGreaterThan(20)
  expect(sent.filter((text) => text.includes(key))).toEqual([])
})

it('texts that a translator replaces by elements before or after them are changed in their place, also once they are shown again', async () => {
  await using seen = await visit(ken, '/')
  await seen.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  for (const where of ['before', 'after'] as const) {
    const texts = await seen.page.evaluate(async (side) => {
      const parent = document.body.appendChild(document.createElement('p'))
      const [first, second] = ['one ', 'two '].map((text) => document.createTextNode(text)) as [
        Text,
        Text,
      ]
      parent.append(first, second)
      const elements = [first, second].map((text) => {
        const element = document.createElement('font')
        element.textContent = text.data.toUpperCase()
        text[side](element)
        text.remove()
        return element
      })
      await Promise.resolve()
      const shown = [parent.textContent]
      second.nodeValue = 'three '
      shown.push(parent.textContent)
      elements[0]?.replaceWith(first)
      parent.insertBefore(document.createTextNode('zero '), first)
      shown.push(parent.textContent)
      parent.remove()
      return shown
    }, where)
    expect([where, ...texts]).toEqual([where, 'ONE TWO ', 'ONE three ', 'zero one three '])
  }
})
