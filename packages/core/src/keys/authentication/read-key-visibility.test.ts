import { expect, it } from 'vitest'
import { removeIdentity } from '../../identities/remove-identity.ts'
import { operator } from '../../model/actor.ts'
import { anIdentityIn, anOrigin, aPersonIn, memoryPorts, valueOf } from '../../testing/index.ts'
import { createKey } from '../create-key.ts'
import { createServiceKey } from '../create-service-key.ts'
import { revokeKey } from '../revoke-key.ts'
import { authenticateKey } from './authenticate-key.ts'
import { readKeyVisibility } from './read-key-visibility.ts'

const settings = { name: 'key', lifetimeDays: 30, sources: null } as const

it('R233 reads what the owner of a key may see by now, and null once the key is revoked', async () => {
  const ports = memoryPorts()
  const { account, actor } = await aPersonIn(ports)
  const { key, plain } = valueOf(
    await createKey(ports, { actor, ownerId: account.id, ...settings }),
  )
  const credential = { presented: plain, origin: anOrigin }
  const { visibility } = valueOf(await authenticateKey(ports, credential))
  expect(await readKeyVisibility(ports, credential)).toEqual({ userId: account.id, visibility })
  await revokeKey(ports, { actor, keyId: key.id, scope: 'all' })
  expect(await readKeyVisibility(ports, credential)).toBeNull()
  expect(await readKeyVisibility(ports, { ...credential, presented: 'ken_x' })).toBeNull()
})

it('R233 reads what a linked person may see by now, and null once they are not linked', async () => {
  const ports = memoryPorts()
  const { account, actor } = await aPersonIn(ports)
  const { id: identityId, externalId } = await anIdentityIn(ports, account, {
    source: 'bot_gateway',
  })
  const { plain } = valueOf(
    await createServiceKey(ports, { actor: operator, source: 'bot_gateway', ...settings }),
  )
  const credential = { presented: plain, onBehalfOf: externalId, origin: anOrigin }
  const { visibility } = valueOf(await authenticateKey(ports, credential))
  expect(await readKeyVisibility(ports, credential)).toEqual({ userId: account.id, visibility })
  valueOf(await removeIdentity(ports, { actor, userId: account.id, identityId }))
  expect(await readKeyVisibility(ports, credential)).toBeNull()
})
