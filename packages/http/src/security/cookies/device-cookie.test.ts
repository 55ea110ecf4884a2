import { aPassword, aPasswordHash, aPersonIn, aPasswordResetIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { aBrowser, signedIn, traceOf } from '../../testing/browser.ts'
import { httpWorld, type HttpWorld } from '../../testing/http-world.ts'

const https = { config: { baseUrl: 'https://ken.example.com' } }
const wrongPassword = 'seven noisy herons'
const newPassword = 'lantern quartz meadow'

/** Two hundred wrong passwords of browsers that never signed in. */
async function guessOften({ app }: HttpWorld, email: string) {
  const stranger = aBrowser(app)
  for (let tries = 0; tries < 200; tries += 1)
    await stranger.post('/login', { email, password: wrongPassword })
}

describe('R43 R151 the device cookie', () => {
  it.each([
    { baseUrl: 'https://ken.example.com', name: '__Host-ken_device', secure: '; Secure' },
    { baseUrl: 'http://ken.example.com', name: 'ken_device', secure: '' },
  ])(
    'of $baseUrl is $name: bound to host and path, hidden from scripts, and kept for a year',
    async ({ baseUrl, name, secure }) => {
      const world = await httpWorld({ config: { baseUrl } })
      const { account } = await aPersonIn(world.ports, { passwordHash: aPasswordHash })
      const { device, headers } = await aBrowser(world.app).post('/login', {
        email: account.email,
        password: aPassword,
      })
      expect(device).toMatch(
        new RegExp(
          `^${name}=[\\w.-]+; Max-Age=31536000; Path=/; HttpOnly${secure}; SameSite=Strict$`,
        ),
      )
      expect(headers.getSetCookie()).toHaveLength(2)
    },
  )

  it('signs in at once after 200 failed attempts of others, also after signing out; another browser is refused', async () => {
    const world = await httpWorld(https)
    const { account, browser } = await signedIn(world)
    expect(await browser.post('/logout')).toMatchObject({ status: 204, device: null })
    await guessOften(world, account.email)
    const credentials = { email: account.email, password: aPassword }
    expect((await aBrowser(world.app).post('/login', credentials)).status).toBe(401)
    expect(await browser.post('/login', credentials)).toMatchObject({
      status: 200,
      json: { status: 'signed_in' },
    })
  })

  it('R20 does not change a refusal, and no refusal sets one', async () => {
    const world = await httpWorld(https)
    const { account, browser } = await signedIn(world)
    const known = await browser.post('/login', { email: account.email, password: wrongPassword })
    const unknown = await aBrowser(world.app).post('/login', {
      email: 'eve@example.com',
      password: wrongPassword,
    })
    expect(traceOf(known)).toBe(traceOf(unknown))
    expect(known.headers.getSetCookie()).toEqual([])
    expect(known.text).toContain('a device that you signed in on before')
  })

  it('is renewed by a password change, and by a reset link on a known device', async () => {
    const world = await httpWorld(https)
    const { account, browser } = await signedIn(world)
    const changed = await browser.post('/api/v1/auth/password/change', {
      current_password: aPassword,
      new_password: newPassword,
    })
    expect(changed).toMatchObject({
      status: 204,
      cookie: null,
      device: expect.any(String) as string,
    })
    const current = world.ports.database.tables.accounts.get(account.id)!
    const reset = async (from: typeof browser) => {
      const token = await aPasswordResetIn(world.ports, current)
      return from.post('/api/v1/auth/password/reset', {
        token,
        new_password: `another ${token.slice(0, 20)} meadow`,
      })
    }
    expect(await reset(browser)).toMatchObject({
      status: 204,
      device: expect.stringContaining('__Host-ken_device=') as string,
    })
    expect(await reset(aBrowser(world.app))).toMatchObject({ status: 204, device: null })
  })

  it('is read only with its exact name, and only once', async () => {
    const world = await httpWorld(https)
    const { account, browser } = await signedIn(world)
    await guessOften(world, account.email)
    const [name = '', token = ''] = browser.device?.split('=') ?? []
    const credentials = { email: account.email, password: aPassword }
    const signIn = async (cookie: string) =>
      (await aBrowser(world.app).post('/login', credentials, { cookie })).status
    for (const cookie of [
      `${name}=${token}; ${name}=${token}`,
      `ken_device=${token}`,
      `\u00a0${name}=${token}`,
      `${name}=x${token}`,
    ])
      expect([cookie, await signIn(cookie)]).toEqual([cookie, 401])
    expect(await signIn(`a=1; ${name}=${token}`)).toBe(200)
  })
})
