import { aPasswordHash, aPasswordResetIn, aPersonIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'
import { openedPage } from '../testing/opened-page.ts'

const new_password = 'lantern quartz meadow'

/** A world with a person who has a password-reset link. */
async function withLink() {
  const world = await httpWorld()
  const { account } = await aPersonIn(world.ports, { passwordHash: aPasswordHash })
  const token = await aPasswordResetIn(world.ports, account)
  return {
    ...world,
    token,
    hash: () => world.ports.database.tables.accounts.get(account.id)?.passwordHash,
  }
}

describe('the page for a new password', () => {
  it('sets it and shows the next steps', async () => {
    const { app, token, hash } = await withLink()
    const page = await openedPage(app, `/reset#${token}`)
    expect(page.isShown('password-section')).toBe(true)
    await page.send('password-form', { new_password })
    expect([page.isShown('password-section'), page.isShown('next-section')]).toEqual([false, true])
    expect(hash()).toBe(`hash of ${new_password}`)
  })

  it('R59 removes the token from the URL, and does not consume the link when opened', async () => {
    const { app, token, hash } = await withLink()
    for (let looks = 0; looks < 3; looks += 1) {
      const page = await openedPage(app, `/reset#${token}`)
      expect([page.address(), page.requestedPaths]).toEqual(['http://ken.example.com/reset', []])
    }
    expect(hash()).toBe(aPasswordHash)
    await (await openedPage(app, `/reset#${token}`)).send('password-form', { new_password })
    expect(hash()).toBe(`hash of ${new_password}`)
  })

  it('says why a password is refused, and accepts another', async () => {
    const { app, token, hash } = await withLink()
    const page = await openedPage(app, `/reset#${token}`)
    await page.send('password-form', { new_password: 'ken' })
    expect(page.textOf('new_password-fault')).toMatch(
      /^The new password must have at least 8 characters; it is too easy/,
    )
    page.setUnavailable(true)
    await page.send('password-form', { new_password })
    expect([page.isShown('new_password-fault'), page.textOf('form-fault')]).toEqual([
      false,
      expect.stringContaining('Ken does not respond'),
    ])
    page.setUnavailable(false)
    await page.send('password-form', { new_password })
    expect(hash()).toBe(`hash of ${new_password}`)
  })

  it('says what to do about a wrong, used or incomplete link', async () => {
    const { app, token } = await withLink()
    const [used, late] = [
      await openedPage(app, `/reset#${token}`),
      await openedPage(app, `/reset#${token}`),
    ]
    for (const page of [used, late]) await page.send('password-form', { new_password })
    const incomplete = await openedPage(app, '/reset')
    for (const page of [late, incomplete])
      expect([page.isShown('password-section'), page.isShown('link-section')]).toEqual([
        false,
        true,
      ])
    expect(late.textOf('link-fault')).toContain('was used')
    expect(incomplete.textOf('link-fault')).toBe(
      'The link is incomplete. Open it in the email again.',
    )
  })
})
