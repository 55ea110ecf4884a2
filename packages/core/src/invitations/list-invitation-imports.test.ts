import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import {
  anInvitation,
  anInvitationImport,
  aPersonIn,
  memoryPorts,
  newId,
  valueOf,
} from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { listInvitationImports } from './list-invitation-imports.ts'

describe('listInvitationImports', () => {
  onlyAdministrators((ports, actor) =>
    listInvitationImports(ports, { actor, page: { after: null, limit: 10 } }),
  )

  it('lists imports newest first, page by page', async () => {
    const ports = memoryPorts()
    const imports = [anInvitationImport(), anInvitationImport()]
    await ports.transact(async ({ invitationImports }) => {
      for (const imported of imports) await invitationImports.insert(imported)
      return ok(null)
    })
    const [newest, oldest] = imports.toSorted((left, right) => (left.id > right.id ? -1 : 1))
    const page = { after: null, limit: 1 }
    const first = valueOf(await listInvitationImports(ports, { actor: operator, page }))
    const shown = { importer: null, progress: new Map() }
    expect(first).toEqual({ items: [{ ...newest, ...shown }], next: newest!.id })
    const rest = { actor: operator, page: { after: first.next, limit: 1 } }
    expect(valueOf(await listInvitationImports(ports, rest))).toEqual({
      items: [{ ...oldest, ...shown }],
      next: null,
    })
  })

  it('says who imported, and how many invitations are in each state', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner', name: 'Ada' })
    const imported = anInvitationImport({ importedBy: account.id })
    const deleted = anInvitationImport({ importedBy: newId() as AccountId })
    await ports.transact(async ({ invitationImports, invitations }) => {
      await invitationImports.insert(imported)
      await invitationImports.insert(deleted)
      const states = ['queued', 'queued', 'failed'] as const
      const all = states.map((state) => anInvitation({ state, importId: imported.id }))
      return ok(await invitations.insert(all))
    })
    const page = { after: null, limit: 10 }
    const { items } = valueOf(await listInvitationImports(ports, { actor: operator, page }))
    const { id, email, name } = account
    expect(new Map(items.map((item) => [item.id, [item.importer, item.progress]]))).toEqual(
      new Map([
        [
          imported.id,
          [
            { id, email, name },
            new Map([
              ['queued', 2],
              ['failed', 1],
            ]),
          ],
        ],
        [deleted.id, [null, new Map()]],
      ]),
    )
  })
})
