import { createKey, operator, showKeyUsage } from '@ken/core'
import { aPersonIn, valueOf } from '@ken/core/testing'
import type { HttpWorld } from './http-world.ts'

/** A person with a key, and what is counted of it. */
export async function keyHolderIn({ ports }: Pick<HttpWorld, 'ports'>) {
  const { account, actor } = await aPersonIn(ports)
  const command = {
    actor,
    ownerId: account.id,
    name: 'agent',
    lifetimeDays: 30,
    sources: null,
  } as const
  const { key, plain } = valueOf(await createKey(ports, command))
  const usage = async () =>
    valueOf(await showKeyUsage(ports, { actor: operator, keyId: key.id, scope: 'all' })).totals
  return { account, actor, key, plain, usage }
}
