import { expect, it, onTestFinished } from 'vitest'
import { newContext } from './browser.ts'
import { press } from './keyboard.ts'

const buttons = (count: number) => '<button>Another</button>'.repeat(count)

it('presses an element only if Tab leads to it, however far it is', async () => {
  const context = await newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.setContent(
    `${buttons(40)}<button onclick="this.textContent = 'Pressed'">Here</button>${buttons(20)}
     <button tabindex="-1">Nowhere</button>`,
  )
  await press(page.getByRole('button', { name: 'Here', exact: true }))
  expect(await page.locator(':focus').textContent()).toBe('Pressed')
  await expect(press(page.getByRole('button', { name: 'Nowhere' }))).rejects.toThrow(
    'Tab leads to everything but this element.',
  )
})
