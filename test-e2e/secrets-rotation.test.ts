import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { codeOf } from './support/authenticator.ts'
import { distributedWorld } from './support/distributed.ts'
import { kenJson, startKen } from './support/ken-program.ts'
import { addMemberWithPassword, member } from './support/member.ts'
import { bearer, enrolOwner, ownerChallenge, refresh, sessionOf } from './support/session.ts'
import { post } from './support/surface.ts'

const me = (url: string, token: string) => fetch(`${url}/api/v1/me`, { headers: bearer(token) })

it('R34 R83 rotates the secrets without signing anybody out, and drops the old one without taking a second factor away', async () => {
  await using world = await distributedWorld()
  await addMemberWithPassword(world)
  const newest = `newest:${randomBytes(32).toString('base64')}`
  const both = { ...world, env: { ...world.env, KEN_SECRETS: `${newest},${world.env['KEN_SECRETS']}` } }
  const alone = { ...world, env: { ...world.env, KEN_SECRETS: newest } }

  const before = await startKen(['http'], world)
  const { secret } = await enrolOwner(world, before)
  const session = await sessionOf(before, member)
  await before.stop()

  const during = await startKen(['http'], both)
  expect((await me(during.url, session.token)).status).toBe(200)
  const refreshed = await refresh(during, session.cookie)
  expect(refreshed.status).toBe(200)
  const { access_token: token } = (await refreshed.json()) as { access_token: string }
  expect(await kenJson(['secrets', 'reencrypt'], both)).toEqual({ reencrypted: 1, unreadable: 0 })
  await during.stop()

  await using after = await startKen(['http'], alone)
  expect((await me(after.url, token)).status).toBe(200)
  expect((await me(after.url, session.token)).status).toBe(401)
  expect((await refresh(after, session.cookie)).status).toBe(401)
  const body = { challenge: await ownerChallenge(after), code: codeOf(secret) }
  expect((await post(`${after.url}/login/mfa`, body)).status).toBe(200)
})
