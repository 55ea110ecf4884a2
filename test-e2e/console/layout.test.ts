import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMemberWithPassword, member } from '../support/member.ts'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { openPalette, press, pressInMenu } from './support/keyboard.ts'
import { visitSignedIn } from './support/sign-in.ts'

let ken: ConsoleWorld
let person: string
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addMemberWithPassword(ken.world)
  await addPeople(ken.world, 9)
  await ken.world.createKey('person-001@example.com')
  await ken.world.sql(`update users set role = 'Admin' where email = 'person-001@example.com'`)
  const [row] = await ken.world.sql(`select id from users where email = 'person-001@example.com'`)
  person = `/admin/people/${String(row?.['id'])}`
  await importDocuments(ken.world, [
    { title: 'Lost pass', body: 'A lost zeppelin badge.', source: 'tickets' },
    { title: 'Badge', body: 'Wear the zeppelin badge.' },
    { title: 'مفتاح API جديد', body: 'كيف تنشئ مفتاح zucchini جديد في الإعدادات.' },
  ])
})
afterAll(() => ken[Symbol.asyncDispose]())

async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox())!
  return y + height
}
const lineOf = (tab: Element): string => getComputedStyle(tab).borderBottom

describe('on a narrow screen', () => {
  it('the menu of a row is in view, although the columns before it are not', async () => {
    await using seen = await visitAsOwner(ken, '/admin/keys', { width: 320 })
    const menu = seen.page.getByRole('button', { name: /^Actions: / }).first()
    const { x, width } = (await menu.boundingBox())!
    expect(x + width).toBeLessThan(320)
  })

  it('the audit log needs no scrolling, however long a name is', async () => {
    await ken.world.sql(`update users set name = repeat('Long', 50) where role = 'Owner'`)
    await using seen = await visitAsOwner(ken, '/admin/audit', { width: 320 })
    const region = seen.page.getByRole('region', { name: 'Audit log' })
    await region.locator('.entry-brief').first().getByText('LongLong').waitFor()
    expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  })

  it('Undo has room beside a long name', async () => {
    const name = 'W'.repeat(120)
    await ken.world.sql(`update users set name = $1 where email = 'person-009@example.com'`, [name])
    await ken.world.sql(`insert into groups (slug) values ('narrow')`)
    await ken.world.sql(
      `insert into group_members (slug, user_id) select 'narrow', id from users where name = $1`,
      [name],
    )
    await using seen = await visitAsOwner(ken, '/admin/groups/narrow', { width: 320 })
    const { page } = seen
    await pressInMenu(
      page.getByRole('button', { name: `Actions: ${name}` }),
      page.getByRole('menuitem', { name: 'Remove' }),
    )
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    expect((await undo.boundingBox())!.height).toBeLessThan(48)
  })

  it('the link to the content is shown only while it has the focus, also with large text', async () => {
    await using seen = await visitSignedIn(ken, '/', member, { width: 320, language: 'de' })
    const { page } = seen
    const link = page.getByRole('link', { name: 'Zum Inhalt springen' })
    await link.waitFor()
    await page.evaluate(() => void (document.documentElement.style.fontSize = '400%'))
    const bottom = () => link.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await bottom()).toBeLessThanOrEqual(0)
    await link.focus()
    expect(await bottom()).toBeGreaterThan(0)
  })
})

it('the option that Enter chooses is in view, also on the low part that a keyboard on the screen leaves', async () => {
  await ken.world.sql(
    `insert into groups (slug) select 'fin-' || lpad(n::text, 2, '0') from generate_series(1, 10) n`,
  )
  await using seen = await visitAsOwner(ken, '/admin/people')
  const { page } = seen
  await page.getByLabel('Select Person 3', { exact: true }).check()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('combobox', { name: 'Find a group' }).fill('fin')
  await dialog.getByRole('option', { name: 'fin-01' }).waitFor()
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
})

it('a long dialog begins with what ends, and keeps its buttons and what went wrong in view', async () => {
  await using seen = await visitAsOwner(ken, person)
  const { page } = seen
  await page.getByRole('region', { name: 'API keys' }).getByRole('link').waitFor()
  // A screen of 1,280 px at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await press(page.getByRole('button', { name: 'Deactivate' }))
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('1 API key stops working for good.').waitFor()
  const cancel = page.locator(':focus')
  expect(await cancel.textContent()).toBe('Cancel')
  await expect.poll(async () => (await bottomOf(cancel)) <= (await bottomOf(dialog))).toBe(true)
  // Keys may be more than the screen has room for, so they come last.
  const stays = await dialog.getByText('the audit log stay.').boundingBox()
  expect(stays!.y).toBeLessThan((await dialog.getByRole('list').last().boundingBox())!.y)
  // A longer text than the screen has room for begins at its beginning.
  await page.setViewportSize({ width: 320, height: 330 })
  await press(cancel)
  await press(page.getByRole('button', { name: 'Deactivate' }))
  await dialog.getByText('1 API key stops working for good.').waitFor()
  const [place, question] = [
    await dialog.boundingBox(),
    await dialog.getByRole('heading').boundingBox(),
  ]
  expect(question!.y).toBeGreaterThan(place!.y)
  expect(await bottomOf(cancel)).toBeLessThan(await bottomOf(dialog))
  // What went wrong, which is said after the text, comes into view above the buttons.
  seen.expectRefusal(`502 POST /api/v1${person.replace('people', 'users')}/deactivate`)
  await page.route('**/deactivate', (route) => route.fulfill({ status: 502, body: 'gone' }))
  await press(dialog.getByRole('button', { name: 'Deactivate' }))
  const refusal = dialog.getByRole('alert')
  await refusal.waitFor()
  expect(await bottomOf(refusal)).toBeLessThan((await cancel.boundingBox())!.y)
})

it('the color of a button shows that a lower role ends rights', async () => {
  await using seen = await visitAsOwner(ken, person)
  const { page } = seen
  await page.getByRole('button', { name: 'Change the role' }).click()
  const dialog = page.getByRole('alertdialog')
  const change = dialog.getByRole('button', { name: 'Change the role' })
  const colorFor = async (role: string) => {
    await dialog.getByRole('radio', { name: role }).check()
    return change.evaluate((button) => getComputedStyle(button).backgroundColor)
  }
  expect(await colorFor('Owner')).not.toBe(await colorFor('Member'))
})

it('a person has room for their facts with text of every size, on screens of every width', async () => {
  await using seen = await visitAsOwner(ken, person)
  const { page } = seen
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  const narrow: string[] = []
  for (const width of [320, 700, 1_280, 1_920])
    for (const size of ['100%', '200%']) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((value) => void (document.documentElement.style.fontSize = value), size)
      const facts = await page.locator('dl').evaluate((list) => {
        const value = list.querySelector('dd')!.getBoundingClientRect().width
        const term = list.querySelector('dt')!.getBoundingClientRect()
        const isBelow = list.querySelector('dd')!.getBoundingClientRect().top >= term.bottom
        const letters = value / Number.parseFloat(getComputedStyle(list).fontSize)
        return { isBelow, letters: Math.round(letters) }
      })
      if (!facts.isBelow && facts.letters < 16) narrow.push(`${width} px, ${size}`)
    }
  expect(narrow).toEqual([])
})

describe('in the colors of a system', () => {
  it('the page where a person is and the option that Enter chooses stand out', async () => {
    await using seen = await visitSignedIn(ken, '/me/keys', member)
    const { page } = seen
    await page.emulateMedia({ forcedColors: 'active' })
    const [current, other] = [
      await page.locator('.account-tab[aria-current="page"]').evaluate(lineOf),
      await page.locator('.account-tab:not([aria-current])').first().evaluate(lineOf),
    ]
    expect(current).not.toBe(other)
    const palette = await openPalette(page)
    const outlines = await palette.getByRole('option').evaluateAll((options) =>
      options.map((option) => {
        const { outlineStyle, outlineColor } = getComputedStyle(option)
        return outlineStyle === 'solid' && outlineColor !== 'rgba(0, 0, 0, 0)'
      }),
    )
    expect(outlines.slice(0, 2)).toEqual([true, false])
    await page.emulateMedia({ forcedColors: 'none' })
  })

  it('the chosen source and the relevance of a result stand out', async () => {
    await using seen = await visitSignedIn(ken, '/#q=zeppelin&source=tickets', member)
    const { page } = seen
    await page.getByText('1 result', { exact: true }).waitFor()
    await page.emulateMedia({ forcedColors: 'active' })
    const sources = page.getByRole('group', { name: 'Sources' }).getByRole('button')
    await sources.nth(2).waitFor()
    const grounds = await sources.evaluateAll((chips) =>
      chips.map((chip) => getComputedStyle(chip).backgroundColor),
    )
    expect([grounds[0] === grounds[2], grounds[0] === grounds[1]]).toEqual([true, false])
    const relevance = await page
      .locator('.result-relevance')
      .first()
      .evaluate((bar) => [
        getComputedStyle(bar).outlineStyle,
        getComputedStyle(bar.firstElementChild!).backgroundColor,
        getComputedStyle(bar).backgroundColor,
      ])
    expect([relevance[0], relevance[1] === relevance[2]]).toEqual(['solid', false])
  })
})

it('a result that is written from right to left has this direction, and is printed without the navigation', async () => {
  await using seen = await visitSignedIn(ken, '/#q=zucchini', member)
  const result = seen.page.getByRole('article')
  await result.waitFor()
  for (const part of [result.getByRole('heading'), result.locator('p').last()])
    expect(await part.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  const field = seen.page.getByRole('searchbox')
  await field.fill('مفتاح API')
  expect(await field.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await seen.page.emulateMedia({ media: 'print' })
  expect(await result.isVisible()).toBe(true)
  expect(await seen.page.getByRole('banner').isVisible()).toBe(false)
})
