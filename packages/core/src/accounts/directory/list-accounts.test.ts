import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { anyAccount } from '../../ports/index.ts'
import { aPersonIn, memoryPorts, valueOf } from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { listAccounts } from './list-accounts.ts'

describe('listAccounts', () => {
  onlyAdministrators((ports, actor) =>
    listAccounts(ports, { actor, filter: anyAccount, page: { after: null, limit: 10 } }),
  )

  it('lists matching people by address, page by page', async () => {
    const ports = memoryPorts()
    for (const name of ['cleo', 'ada', 'bob'])
      await aPersonIn(ports, { email: `${name}@example.com` })
    const filter = { ...anyAccount, text: 'example' }
    const first = valueOf(
      await listAccounts(ports, { actor: operator, filter, page: { after: null, limit: 2 } }),
    )
    expect(first).toMatchObject({
      items: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }],
      next: 'bob@example.com',
    })
    const last = valueOf(
      await listAccounts(ports, { actor: operator, filter, page: { after: first.next, limit: 2 } }),
    )
    expect(last).toMatchObject({ items: [{ email: 'cleo@example.com' }], next: null })
  })

  it('R51 lists with each person what the actor could do with the account', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin', email: 'a@example.com' })
    await aPersonIn(ports, { role: 'Owner', email: 'b@example.com' })
    await aPersonIn(ports, { email: 'c@example.com' })
    await aPersonIn(ports, { email: 'd@example.com', status: 'deactivated' })
    const listed = valueOf(
      await listAccounts(ports, { actor, filter: anyAccount, page: { after: null, limit: 9 } }),
    )
    const common = ['change_email', 'reset_second_factor', 'end_sessions', 'remove_identity']
    expect(listed.items.map(({ may }) => may.toSorted())).toEqual(
      [
        ['end_sessions', 'issue_key', 'revoke_key', 'remove_identity'],
        ['revoke_key'],
        [...common, 'deactivate', 'reset_password', 'issue_key', 'revoke_key'],
        [...common, 'reactivate', 'revoke_key'],
      ].map((may) => may.toSorted()),
    )
  })
})
