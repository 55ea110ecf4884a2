import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anInvitationImport, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { listInvitationImports } from './list-invitation-imports.ts'

describe('listInvitationImports', () => {
  onlyAdministrators((ports, actor) =>
    listInvitationImports(ports, { actor, page: { after: null, limit: 10 } }),
  )

  it('lists imports newest first, page by page', async () => {
    const ports = memoryPorts()
    const imports = [anInvitationImport(), anInvitationImport()]
    await ports.transact(async ({ invitations }) => {
      for (const imported of imports) await invitations.insertImport(imported)
      return ok(null)
    })
    const [newest, oldest] = imports.toSorted((left, right) => (left.id > right.id ? -1 : 1))
    const page = { after: null, limit: 1 }
    const first = valueOf(await listInvitationImports(ports, { actor: operator, page }))
    expect(first).toEqual({ items: [newest], next: newest!.id })
    const rest = { actor: operator, page: { after: first.next, limit: 1 } }
    expect(valueOf(await listInvitationImports(ports, rest))).toEqual({
      items: [oldest],
      next: null,
    })
  })
})
