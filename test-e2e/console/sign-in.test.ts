import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { enrolOwner } from '../support/session.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { signInAt } from './support/sign-in.ts'
import { visit } from './support/visit.ts'

const owner = { email: ownerEmail, password: ownerPassword }

describe('signing in', () => {
  let ken: ConsoleWorld
  beforeAll(async () => {
    ken = await consoleWorld()
    await addMemberWithPassword(ken.world)
  })
  afterAll(() => ken[Symbol.asyncDispose]())

  it('happens at the address that was asked for, and stays there', async () => {
    await using seen = await visit(ken, '/#q=vpn')
    await seen.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInAt(seen, member)
    await seen.page.getByRole('search').waitFor()
    expect(seen.page.url()).toBe(`${ken.url}/#q=vpn`)
    await seen.page.reload()
    await seen.page.getByRole('search').waitFor()
  })

  it('keeps the address when the password is wrong, and says so in one sentence', async () => {
    await using seen = await visit(ken, '/')
    seen.expectRefusal('401 POST /login')
    await signInAt(seen, { ...member, password: 'wrong' })
    await seen.page.getByText('The email address or the password is wrong.').waitFor()
    expect(await seen.page.getByLabel('Email address').inputValue()).toBe(member.email)
    await signInAt(seen, member)
    await seen.page.getByRole('search').waitFor()
  })

  it('asks for a code after the password: a pasted one with a space, or a recovery code', async () => {
    const { secret, step } = await enrolOwner(ken.world, ken.server)
    await using seen = await visit(ken, '/')
    seen.expectRefusal('401 POST /login/mfa')
    const { page } = seen
    await signInAt(seen, owner)
    await page.getByText('Step 2 of 2').waitFor()
    await page.getByLabel('Code from your authenticator app').fill('000 000')
    await page.getByText('This code is not accepted').waitFor()
    const code = codeOf(secret)
    await page
      .getByLabel('Code from your authenticator app')
      .fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByRole('search').waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await signInAt(seen, owner)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(` ${step.recovery_codes[0]} `)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('search').waitFor()
    expect(
      await ken.world.sql('select count(*) from recovery_codes where used_at is not null'),
    ).toEqual([{ count: '1' }])
  })
})
