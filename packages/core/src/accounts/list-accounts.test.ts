import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { listAccounts } from './list-accounts.ts'

const anyAccount = { text: null, role: null, status: null }

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
})
