import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ken as runKen } from '../support/ken-program.ts'
import { tokenIn } from '../support/mail.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { signInAt, visitSignedIn } from './support/sign-in.ts'

const next = { ...member, email: 'next@example.com' }

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await addMemberWithPassword(ken.world)
  await addMemberWithPassword(ken.world, next)
  await ken.world.sql(`update users set name = 'Next Person' where email = $1`, [next.email])
})
afterAll(() => ken[Symbol.asyncDispose]())

describe('the way back to the searches of a person', () => {
  it('is closed for each of them, however fast that person went back', async () => {
    await using seen = await visitSignedIn(ken, '/#q=salary', member)
    const { page } = seen
    const nothing = page.getByText('Nothing that you may see')
    await nothing.waitFor()
    for (const word of ['bonus', 'raise', 'pension']) {
      await page.getByRole('searchbox').fill(word)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toBe(`${ken.url}/#q=${word}`)
      await nothing.waitFor()
    }
    await page.evaluate(() => {
      for (const _ of ['raise', 'bonus', 'salary']) history.back()
    })
    await expect.poll(() => page.url()).toBe(`${ken.url}/#q=salary`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    for (const _ of ['bonus', 'raise', 'pension']) {
      await page.goForward()
      await expect.poll(() => page.url()).toBe(`${ken.url}/`)
    }
  })

  it.each(['', ', also after a reload'])(
    'is closed when they have signed out%s',
    async (reload) => {
      await using seen = await visitSignedIn(ken, '/#q=salary', member)
      const { page } = seen
      const nothing = page.getByText('Nothing that you may see')
      await nothing.waitFor()
      await page.getByRole('searchbox').fill('bonus')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toBe(`${ken.url}/#q=bonus`)
      await nothing.waitFor()
      await page.getByRole('link', { name: 'Member' }).click()
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
      if (reload !== '') await page.reload()
      await page.goBack()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(page.url()).toBe(`${ken.url}/`)
      const searches: string[] = []
      page.on('request', (request) => searches.push(request.url()))
      await signInAt(seen, next)
      await page.getByText('Next Person').waitFor()
      await page.goBack()
      await page.getByRole('search').waitFor()
      expect(page.url()).toBe(`${ken.url}/`)
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
      expect(searches.filter((url) => url.endsWith('/search'))).toEqual([])
    },
  )

  it('stays open for that person, and adds no entry when a link leads to the same screen', async () => {
    await using seen = await visitSignedIn(ken, '/#q=salary', member)
    const { page } = seen
    await page.getByText('Nothing that you may see').waitFor()
    await page.getByRole('link', { name: 'Member' }).click()
    const profile = page.getByRole('heading', { level: 1, name: 'Profile' })
    await profile.waitFor()
    await page.reload()
    await profile.waitFor()
    const length = await page.evaluate(() => history.length)
    await page.getByRole('link', { name: 'Profile' }).click()
    expect(await page.evaluate(() => history.length)).toBe(length)
    await page.goBack()
    await page.getByText('Nothing that you may see').waitFor()
    expect(page.url()).toBe(`${ken.url}/#q=salary`)
  })

  it('is closed when another person signs in after a reload', async () => {
    await using seen = await visitSignedIn(ken, '/#q=salary', member)
    seen.expectRefusal('401 POST /refresh')
    const { page } = seen
    await page.getByText('Nothing that you may see').waitFor()
    await ken.world.sql('delete from sessions')
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(page.url()).toBe(`${ken.url}/#q=salary`)
    const searches: string[] = []
    page.on('request', (request) => searches.push(request.url()))
    await signInAt(seen, next)
    await page.getByText('Next Person').waitFor()
    await expect.poll(() => page.url()).toBe(`${ken.url}/`)
    expect(searches.filter((url) => url.endsWith('/search'))).toEqual([])
  })
})

it('leaves the next person no words of a search in any tab', async () => {
  await using seen = await visitSignedIn(ken, '/#q=salary', member)
  const { page } = seen
  const other = await seen.tab('/#q=bonus')
  for (const one of [page, other]) await one.getByText('Nothing that you may see').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  for (const one of [page, other]) await expect.poll(() => one.url()).toBe(`${ken.url}/`)
  await signInAt(seen, member)
  for (const one of [page, other]) {
    await one.getByRole('search').waitFor()
    expect(await one.getByRole('searchbox').inputValue()).toBe('')
  }
})

it('makes all tabs those of the person who accepts an invitation in one of them', async () => {
  const invited = await runKen(['users', 'invite', 'grace@example.com'], ken.world)
  expect(invited.code).toBe(0)
  const token = tokenIn(await ken.sink.nextEmailTo('grace@example.com'))
  await using seen = await visitSignedIn(ken, '/', member)
  await seen.page.getByText('Member · Your account').waitFor()
  const other = await seen.tab(`/invite#${token}`)
  await other.getByLabel('Name').fill('Grace Hopper')
  await other.getByLabel('Password', { exact: true }).fill('lantern pigeon meadow oboe')
  await other.getByRole('button', { name: 'Create your account' }).click()
  for (const page of [other, seen.page]) await page.getByText('Grace Hopper').waitFor()
})
