import { expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { addGroupMember } from '../groups/add-group-member.ts'
import { createGroup } from '../groups/create-group.ts'
import { listGroupMembers } from '../groups/list-group-members.ts'
import { resetOwnerPassword } from '../passwords/reset-owner-password.ts'
import { anEnrolledPersonIn, memoryPorts } from '../testing/index.ts'
import { changeEmail } from './change-email.ts'
import { changeRole } from './change-role.ts'
import { deactivateAccount } from './deactivate-account.ts'
import { listAccounts } from './list-accounts.ts'
import { reactivateAccount } from './reactivate-account.ts'
import { showAccount } from './show-account.ts'
import { suggestAccounts } from './suggest-accounts.ts'

const page = { limit: 10, after: null }

it('no use case returns the hash of a password or the secret of a second factor', async () => {
  const ports = memoryPorts()
  await anEnrolledPersonIn(ports, { role: 'Owner', email: 'ada@example.com' })
  const { account } = await anEnrolledPersonIn(ports, { email: 'bob@example.com' })
  await createGroup(ports, { actor: operator, slug: 'finance' })
  await addGroupMember(ports, { actor: operator, slug: 'finance', userId: account.id })
  const own = { actor: operator, userId: account.id }
  const filter = { status: null, role: null, mfa: null, text: null }
  const returned = [
    await changeRole(ports, { ...own, role: 'Admin' }),
    await changeRole(ports, { ...own, role: 'Admin' }),
    await changeEmail(ports, { ...own, email: 'bert@example.com' }),
    await deactivateAccount(ports, own),
    await reactivateAccount(ports, own),
    await showAccount(ports, own),
    await listAccounts(ports, { actor: operator, filter, page }),
    await suggestAccounts(ports, { actor: operator, typed: 'bert' }),
    await listGroupMembers(ports, { actor: operator, slug: 'finance', page }),
    await resetOwnerPassword(ports, {
      actor: operator,
      email: 'ada@example.com',
      newPassword: null,
    }),
  ]
  for (const result of returned) {
    const text = JSON.stringify(result)
    expect(text).toMatch(/example\.com/)
    expect(text).not.toMatch(/passwordHash|mfaSecret/)
  }
})
