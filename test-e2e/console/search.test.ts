import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMemberWithPassword, member } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { followedKeyboard } from './support/keyboard.ts'
import { visitSignedIn } from './support/sign-in.ts'
import { visit } from './support/visit.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await addMemberWithPassword(ken.world)
  await importDocuments(ken.world, [
    ...Array.from({ length: 12 }, (_, number) => ({
      title: `Badge rule ${number}`,
      body: `Wear the badge in building ${number}.`,
    })),
    {
      title: 'Salary of the board',
      body: 'The salary is secret.',
      source: 'board',
      allowed: ['role:Owner'],
    },
    {
      title: 'Lost pass',
      body: 'A lost badge was reported.',
      source: 'tickets',
      url: 'https://handbuch.verwaltung.donaudampfschifffahrtsgesellschaft.example.com',
    },
    {
      title: 'مفتاح API جديد',
      body: 'كيف تنشئ مفتاح zucchini جديد في الإعدادات.',
    },
    {
      title: '<img src=x onerror=alert(1)>',
      body: 'A hostile <b>zeppelin</b> document.',
      url: 'https://wiki.example.com/"><script>alert(1)</script>',
    },
  ])
})
afterAll(() => ken[Symbol.asyncDispose]())

const search = (path = '/') => visitSignedIn(ken, path, member)

it('finds results with the matched words marked, ten at first and more on demand', async () => {
  await using seen = await search()
  const { page } = seen
  await page.getByRole('searchbox').fill('badge')
  await page.keyboard.press('Enter')
  await page.getByText('10 results').waitFor()
  expect(await page.locator('mark').first().textContent()).toMatch(/badge/i)
  await expectAccessible(page)
  const more = page.getByRole('button', { name: 'More results' })
  seen.expectRefusal('500 POST /public/v1/search')
  await page.route('**/public/v1/search', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  })
  await more.click()
  await page.getByText('Something went wrong.').waitFor()
  await page.getByText('10 results').waitFor()
  expect(await page.locator(':focus').textContent()).toBe('More results')
  await more.click()
  await page.getByText('13 results').waitFor()
  const focused = page.locator(':focus')
  expect(await focused.textContent()).toBe(
    await page.locator('[data-result]').nth(10).textContent(),
  )
})

it('keeps the words in the fragment, for links and the way back, and sends them to the search alone', async () => {
  await using seen = await search('/#q=badge')
  const { page } = seen
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.postData()}`),
  )
  await page.getByText('10 results').waitFor()
  await page.getByRole('searchbox').fill('building 7')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Badge rule 7' }).waitFor()
  expect(page.url()).toBe(`${ken.url}/#q=building+7`)
  expect(await page.title()).toBe('Search · Ken')
  expect(sent.filter((request) => request.includes('building'))).toEqual([
    `POST ${ken.url}/public/v1/search {"query":"building 7","limit":10}`,
  ])
  await page.goBack()
  await page.getByText('10 results').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('badge')
})

it('narrows a search to sources, of which it names only those with something to see', async () => {
  await using seen = await search('/#q=badge')
  const { page } = seen
  const sources = page.getByRole('group', { name: 'Sources' }).getByRole('button')
  await expect.poll(() => sources.allTextContents()).toEqual(['All', 'tickets', 'wiki'])
  await page.getByRole('button', { name: 'tickets' }).click()
  await page.getByText('1 result', { exact: true }).waitFor()
  expect(page.url()).toBe(`${ken.url}/#q=badge&source=tickets`)
  // The chosen source stands out in the colors of a system, too.
  await page.emulateMedia({ forcedColors: 'active' })
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
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('searchbox').fill('zeppelin')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Search all sources' }).click()
  await page.getByRole('article').waitFor()
  expect(page.url()).toBe(`${ken.url}/#q=zeppelin`)
})

it('keeps hostile titles, snippets and addresses as text', async () => {
  await using seen = await search('/#q=zeppelin')
  const result = seen.page.getByRole('article')
  await result.waitFor()
  expect(await result.getByRole('heading').textContent()).toContain('<img src=x onerror=alert(1)>')
  expect(await result.locator('b, img, script').count()).toBe(0)
  expect(await result.getByRole('link').getAttribute('rel')).toBe('noreferrer')
})

it('shows a result that is written from right to left in this direction', async () => {
  await using seen = await search('/#q=zucchini')
  const result = seen.page.getByRole('article')
  await result.waitFor()
  for (const part of [result.getByRole('heading'), result.locator('p').last()])
    expect(await part.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  const field = seen.page.getByRole('searchbox')
  await field.fill('مفتاح API')
  expect(await field.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
})

it('prints results without the navigation', async () => {
  await using seen = await search('/#q=zeppelin')
  const { page } = seen
  await page.getByRole('article').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('article').isVisible()).toBe(true)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
})

it('shows the link to the content only while it has the focus, also with large text', async () => {
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

it('is used with the keyboard alone', async () => {
  await using seen = await search('/#q=badge')
  const { page } = seen
  await page.getByText('10 results').waitFor()
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

it('says that nothing is at an unknown address, with the status of that', async () => {
  await using seen = await search()
  seen.expectRefusal('404 GET /nowhere')
  const response = await seen.page.goto(`${ken.url}/nowhere`)
  expect(response?.status()).toBe(404)
  await seen.page.getByRole('heading', { name: 'Not found' }).waitFor()
  await expectAccessible(seen.page)
})

it('the reference of the API has samples in three languages, by keyboard too, and copies them', async () => {
  await using seen = await visit(ken, '/public/v1/docs')
  const { page, context } = seen
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await expectAccessible(page)
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
