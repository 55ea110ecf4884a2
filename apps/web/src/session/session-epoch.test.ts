import { KenSignedOut } from '@ken/client'
import { expect, it } from 'vitest'
import { createSessionEpoch } from './session-epoch.ts'

const inSession = { headers: { authorization: 'Bearer a token' } }

/** A request that is refused with `status` after `meanwhile` has run. */
async function refused(init: RequestInit, meanwhile: 'ends' | 'goes on', status = 401) {
  const epoch = createSessionEpoch()
  const response = Promise.withResolvers<Response>()
  const call = epoch.bind(() => response.promise)('https://ken.example.com', init)
  if (meanwhile === 'ends') epoch.end()
  response.resolve(new Response(null, { status }))
  return (await call).status
}

it.each([401, 403])(
  'rejects a refusal with %i whose session has ended meanwhile',
  async (status) => {
    await expect(refused(inSession, 'ends', status)).rejects.toThrow(KenSignedOut)
  },
)

it('passes on the refusals of the current session', async () => {
  expect(await refused(inSession, 'goes on')).toBe(401)
})

it('passes on refusals of requests without a session, and every other response', async () => {
  expect(await refused({}, 'ends')).toBe(401)
  expect(await refused(inSession, 'ends', 200)).toBe(200)
  expect(await refused(inSession, 'ends', 409)).toBe(409)
})
