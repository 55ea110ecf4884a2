import { expect, it } from 'vitest'
import { createLinkCode } from '../identities/create-link-code.ts'
import { ok } from '../model/result.ts'
import {
  aChallengeIn,
  aPasswordResetIn,
  aPersonIn,
  aSessionIn,
  memoryPorts,
} from '../testing/index.ts'
import { revokeCredentials } from './revoke-credentials.ts'

it('R42 R58 revokes sessions except the one to keep, challenges, reset links and link codes, of this person only', async () => {
  const ports = memoryPorts()
  const [person, other] = [await aPersonIn(ports), await aPersonIn(ports)]
  const { account } = person
  const [kept, foreign] = [await aSessionIn(ports, account), await aSessionIn(ports, other.account)]
  await aSessionIn(ports, account)
  await aSessionIn(ports, account)
  await aChallengeIn(ports, account)
  await aPasswordResetIn(ports, account)
  const foreignChallenge = await aChallengeIn(ports, other.account)
  const foreignReset = await aPasswordResetIn(ports, other.account)
  for (const { actor } of [person, other]) await createLinkCode(ports, { actor })

  const { value: ended } = await ports.transact(async (stores) =>
    ok(await revokeCredentials(stores, account.id, kept.session.id)),
  )
  expect(ended).toBe(2)
  const { challenges, linkCodes, passwordResets, sessions } = ports.database.tables
  expect([...linkCodes.keys()]).toEqual([other.account.id])
  expect([...sessions.keys()]).toEqual([kept.session.id, foreign.session.id])
  expect([...challenges.values()]).toMatchObject([
    { digest: ports.secrets.digest(foreignChallenge) },
  ])
  expect([...passwordResets.values()]).toMatchObject([
    { digest: null },
    { digest: ports.secrets.digest(foreignReset) },
  ])
})
