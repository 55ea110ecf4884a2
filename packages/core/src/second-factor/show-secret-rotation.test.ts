import { expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import {
  aBotMessengerIn,
  anEnrolledPersonIn,
  aPersonIn,
  aSessionIn,
  aTeamChatIn,
  aWorkspaceChatIn,
  memoryPorts,
} from '../testing/index.ts'
import { showSecretRotation } from './show-secret-rotation.ts'

const rotating = { unused: [], newest: 'new', older: ['old'] }

it('R83 counts what still depends on older secrets, over every page', async () => {
  const ports = memoryPorts()
  const people = await Promise.all(Array.from({ length: 101 }, () => anEnrolledPersonIn(ports)))
  const { account } = await aPersonIn(ports)
  await aSessionIn(ports, account)
  const outdated = people[100]!.account.mfaSecret
  const older = {
    ...ports,
    refreshTokens: { ...ports.refreshTokens, secretIds: rotating },
    cipher: { ...ports.cipher, isOutdated: (ciphertext: string) => ciphertext === outdated },
  }
  expect(await showSecretRotation(older, { actor: operator })).toEqual({
    ids: rotating,
    foreign: [],
    late: [],
    outdated: 1,
    sessions: 1,
  })
})

it('R83 counts the tokens of all bots, and all secrets of the workspace chat', async () => {
  const ports = memoryPorts()
  await aTeamChatIn(ports)
  await aBotMessengerIn(ports)
  await aWorkspaceChatIn(ports, { signingSecretEnc: 'a ciphertext' })
  const older = {
    ...ports,
    refreshTokens: { ...ports.refreshTokens, secretIds: rotating },
    cipher: { ...ports.cipher, isOutdated: () => true },
  }
  expect(await showSecretRotation(older, { actor: operator })).toMatchObject({ outdated: 5 })
})

it('R83 counts nothing when there are no older secrets', async () => {
  const ports = memoryPorts()
  const ids = { unused: ['next'], newest: 'now', older: [] }
  const unused = { ...ports, refreshTokens: { ...ports.refreshTokens, secretIds: ids } }
  expect(await showSecretRotation(unused, { actor: operator })).toEqual({
    ids,
    foreign: [],
    late: [],
    outdated: 0,
    sessions: 0,
  })
})

it('R83 names the secrets that only other servers have, and older ones that servers still sign with', async () => {
  const ports = memoryPorts()
  const ids = { unused: ['next'], newest: 'now', older: ['old'] }
  for (const id of ['now', 'lost', 'old', 'next'])
    ports.database.tables.secretUses.set(id, {
      firstAt: ports.clock.now(),
      lastAt: ports.clock.now(),
    })
  const some = { ...ports, refreshTokens: { ...ports.refreshTokens, secretIds: ids } }
  expect(await showSecretRotation(some, { actor: operator })).toMatchObject({
    foreign: ['lost'],
    late: ['old'],
  })
})
