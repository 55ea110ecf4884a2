import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { ownConversationKey } from '../../model/conversation.ts'
import type { IdentitySource } from '../../model/identities/identity.ts'
import { ok } from '../../model/result.ts'
import { anAuditEntry, aPersonIn, aSessionIn, memoryPorts } from '../../testing/index.ts'
import { ownerInvitationsEnd } from '../../testing/builders/owner-invitations-end.ts'
import { permittedActs } from '../../testing/builders/permitted-acts.ts'
import { deleteAccount } from './delete-account.ts'

describe('deleteAccount', () => {
  permittedActs('delete', (ports, actor, userId) => deleteAccount(ports, { actor, userId }))

  it('R61 deletes the account and its credentials, keeps the audit log, and notifies the person', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await aSessionIn(ports, account)
    await ports.transact(async ({ audit }) =>
      ok(await audit.append(anAuditEntry({ actorId: account.id }))),
    )
    expect(await deleteAccount(ports, { actor: operator, userId: account.id })).toEqual({
      ok: true,
      value: null,
    })
    const { accounts, sessions, audit } = ports.database.tables
    expect([accounts.size, sessions.size]).toEqual([0, 0])
    expect([...audit.values()]).toMatchObject([
      { actorId: account.id },
      {
        action: 'account.delete',
        target: `user:${account.id}`,
        meta: { email: account.email, role: 'Member' },
      },
    ])
  })

  it('R232 ends what the person asked Ken to remember, and keeps their threads in chats', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const inChat = { source: 'teamchat' as IdentitySource, channelId: 'c', rootId: 'r' }
    const keys = [ownConversationKey(account.id, ports.ids.newId()), inChat]
    const message = { role: 'person', text: 'salaries?', basedOn: [] } as const
    await ports.transact(async ({ conversations }) => {
      for (const key of keys)
        await conversations.append(key, account.id, [message], () => ports.ids.newId())
      return ok(null)
    })
    await deleteAccount(ports, { actor: operator, userId: account.id })
    expect([...ports.database.tables.conversations.keys()]).toEqual([
      expect.stringContaining('teamchat'),
    ])
  })

  ownerInvitationsEnd((ports, userId) => deleteAccount(ports, { actor: operator, userId }))

  it('R50 refuses to delete the only active Owner', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Owner' })
    const refused = await deleteAccount(ports, { actor, userId: account.id })
    expect(refused).toEqual({ ok: false, error: { code: 'account.last_owner' } })
  })
})
