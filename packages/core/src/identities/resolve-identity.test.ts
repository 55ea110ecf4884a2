import { describe, expect, it } from 'vitest'
import {
  noticesTo,
  anIdentityIn,
  aPersonIn,
  aSurface,
  aWorkspaceChatIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { anAddress } from '../testing/builders/sign-in-world.ts'
import type { IdentitySource } from '../model/identities/identity.ts'
import { removeIdentity } from './remove-identity.ts'
import { resolveIdentity } from './resolve-identity.ts'

const notLinked = { ok: false, error: { code: 'identity.not_linked' } }
const surfaceOf = (source: string) => aSurface({ source: source as IdentitySource })
const workspace = surfaceOf('workspace_chat')

const resolve = (
  ports: MemoryPorts,
  externalId: string,
  verifiedEmail: string | null = null,
  actor = workspace,
) => resolveIdentity(ports, { actor, externalId, verifiedEmail, bot: null })

describe('resolveIdentity', () => {
  it('returns the person of an identity, with all that they may see', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { email: 'ada@example.com' })
    const { externalId } = await anIdentityIn(ports, account)
    const surface = aSurface()
    expect(await resolve(ports, externalId, null, surface)).toEqual({
      ok: true,
      value: {
        actor: { ...surface, kind: 'person', userId: account.id, role: 'Member', sessionId: null },
        visibility: {
          principals: ['everyone', 'role:Member', `user:${account.id}`],
          sources: null,
        },
        account: 'a***@example.com',
      },
    })
  })

  it('R65 refuses an unknown identity, a deactivated person and an invalid id in the same way', async () => {
    const ports = memoryPorts()
    const gone = await aPersonIn(ports, { status: 'deactivated' })
    const { externalId } = await anIdentityIn(ports, gone.account, { source: 'workspace_chat' })
    for (const id of [externalId, 'stranger', '', 'a b'])
      expect(await resolve(ports, id, gone.account.email)).toEqual(notLinked)
    expect(ports.database.tables.identities.size).toBe(1)
  })

  it('R66 links once by an address that the workspace verified, in any letter case', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { email: 'ada@example.com' })
    expect(await resolve(ports, 'W1')).toEqual(notLinked)
    for (const email of [' Ada@Example.com ', 'ada@example.com', null]) {
      expect(valueOf(await resolve(ports, 'W1', email)).actor.userId).toBe(account.id)
    }
    const { identities, audit } = ports.database.tables
    expect([...identities.values()]).toMatchObject([
      { source: 'workspace_chat', externalId: 'W1', userId: account.id },
    ])
    expect([...audit.values()]).toMatchObject([
      { action: 'identity.link', actorId: account.id, meta: { by: 'email' } },
    ])
    expect(noticesTo(ports, account)).toEqual([{ kind: 'chat_linked', source: 'workspace_chat' }])
  })

  it('R66 links by address on no other platform, to no other account and by no invalid address', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { email: 'kate@example.com' })
    for (const source of ['teamchat', 'bot_gateway', 'workspace_chat2']) {
      expect(await resolve(ports, 'W1', account.email, surfaceOf(source))).toEqual(notLinked)
    }
    for (const email of [
      'unknown@example.com',
      '\u212aate@example.com',
      'kate@example.com,x@example.com',
      '',
    ]) {
      expect(await resolve(ports, 'W1', email)).toEqual(notLinked)
    }
    expect(ports.database.tables.identities.size).toBe(0)
  })

  it('R66 links no account whose address changes before its lock', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { email: 'ada@example.com' })
    const changing: MemoryPorts['transact'] = (work) =>
      ports.transact((stores) =>
        work({
          ...stores,
          async lockAccount(id) {
            await stores.accounts.changeEmail(id, anAddress())
            return stores.lockAccount(id)
          },
        }),
      )
    expect(await resolve({ ...ports, transact: changing }, 'W1', account.email)).toEqual(notLinked)
    expect(ports.database.tables.identities.size).toBe(0)
  })

  it('R227 links by address only while the bot matches by address', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const resolveBy = async (matches: boolean) => {
      const { bot } = await aWorkspaceChatIn(ports, { matchesByEmail: matches })
      const asked = { actor: workspace, externalId: 'W1', verifiedEmail: account.email, bot }
      return resolveIdentity(ports, asked)
    }
    expect(await resolveBy(false)).toEqual(notLinked)
    expect(await resolveBy(true)).toMatchObject({ ok: true })
  })

  it('R66 keeps an existing link when the platform later names another address', async () => {
    const ports = memoryPorts()
    const [first, second] = [await aPersonIn(ports), await aPersonIn(ports)]
    const identity = await anIdentityIn(ports, first.account, { source: 'workspace_chat' })
    expect(
      valueOf(await resolve(ports, identity.externalId, second.account.email)).actor.userId,
    ).toBe(first.account.id)
    ports.database.tables.accounts.set(first.account.id, {
      ...first.account,
      status: 'deactivated',
    })
    expect(await resolve(ports, identity.externalId, second.account.email)).toEqual(notLinked)
    await removeIdentity(ports, {
      actor: first.actor,
      userId: first.account.id,
      identityId: identity.id,
    })
    expect(await resolve(ports, identity.externalId, null)).toEqual(notLinked)
  })
})
