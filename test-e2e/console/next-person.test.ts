import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
