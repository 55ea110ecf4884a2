import { expect, it } from 'vitest'
import { removeIdentity } from '../../identities/remove-identity.ts'
import { importDocuments } from '../../knowledge/imports/import-documents.ts'
import { operator } from '../../model/actor.ts'
import {
  aDocument,
  anIdentityIn,
  anOrigin,
  aPersonIn,
  memoryPorts,
  valueOf,
} from '../../testing/index.ts'
import { createKey } from '../create-key.ts'
import { createServiceKey } from '../create-service-key.ts'
import { revokeKey } from '../revoke-key.ts'
import { authenticateKey } from './authenticate-key.ts'
import { readKeyVisibility } from './read-key-visibility.ts'

const settings = { name: 'key', lifetimeDays: 30, sources: ['wiki'] } as const

/** Ports with a document in the source of the keys. */
async function portsWithDocument() {
  const ports = memoryPorts()
  await importDocuments(ports, { actor: operator, documents: [aDocument({ source: 'wiki' })] })
  return ports
}

it('R233 reads what the owner of a narrowed key may see by now, and null once the key is revoked', async () => {
  const ports = await portsWithDocument()
  const { account, actor } = await aPersonIn(ports)
  const { key, plain } = valueOf(
    await createKey(ports, { actor, ownerId: account.id, ...settings }),
  )
  const credential = { presented: plain, origin: anOrigin }
  const { visibility } = valueOf(await authenticateKey(ports, credential))
  expect(visibility.sources).toEqual(['wiki'])
  expect(await readKeyVisibility(ports, credential)).toEqual({ userId: account.id, visibility })
  await revokeKey(ports, { actor, keyId: key.id, scope: 'all' })
  expect(await readKeyVisibility(ports, credential)).toBeNull()
  expect(await readKeyVisibility(ports, { ...credential, presented: 'ken_x' })).toBeNull()
})

it('R233 reads what a linked person may see by now with a narrowed key, and null once they are not linked', async () => {
  const ports = await portsWithDocument()
  const { account, actor } = await aPersonIn(ports)
  const { id: identityId, externalId } = await anIdentityIn(ports, account, {
    source: 'bot_gateway',
  })
  const { plain } = valueOf(
    await createServiceKey(ports, { actor: operator, source: 'bot_gateway', ...settings }),
  )
  const credential = { presented: plain, onBehalfOf: externalId, origin: anOrigin }
  const { visibility } = valueOf(await authenticateKey(ports, credential))
  expect(visibility.sources).toEqual(['wiki'])
  expect(await readKeyVisibility(ports, credential)).toEqual({ userId: account.id, visibility })
  valueOf(await removeIdentity(ports, { actor, userId: account.id, identityId }))
  expect(await readKeyVisibility(ports, credential)).toBeNull()
})
