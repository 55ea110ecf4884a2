import { createServiceKey, operator } from '@ken/core'
import { anIdentityIn, aPersonIn, valueOf, type anAccount } from '@ken/core/testing'
import { read, type ReadResponse } from './browser.ts'
import { postJson, type HttpWorld } from './http-world.ts'

type World = Pick<HttpWorld, 'app' | 'ports'>

/** A surface of a platform with a service key of its own. */
export async function aSurfaceIn(
  { app, ports }: World,
  source = 'bot_gateway',
  sources: readonly string[] | null = null,
) {
  const command = { actor: operator, source, name: 'bot', lifetimeDays: null, sources }
  const { key, plain } = valueOf(await createServiceKey(ports, command))
  const post = async (
    path: string,
    body: unknown,
    headers: { readonly [name: string]: string } = {},
  ): Promise<ReadResponse> => read(await app.request(path, postJson(body, plain, headers)))
  return { key, plain, post }
}

/** A person who is linked on the platform of `aSurfaceIn`. */
export async function linkedIn(
  { ports }: Pick<World, 'ports'>,
  overrides: Parameters<typeof anAccount>[0] = {},
) {
  const { account, actor } = await aPersonIn(ports, overrides)
  return {
    account,
    actor,
    identity: await anIdentityIn(ports, account, { source: 'bot_gateway' }),
  }
}
