import { expect, expectTypeOf, it } from 'vitest'
import type * as core from '../index.ts'
import { operator } from '../model/actor.ts'
import { addGroupMember } from '../groups/add-group-member.ts'
import { createGroup } from '../groups/create-group.ts'
import { listGroupMembers } from '../groups/list-group-members.ts'
import { resetOwnerPassword } from '../passwords/reset-owner-password.ts'
import {
  aDevice,
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPersonIn,
  memoryPorts,
} from '../testing/index.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { showProfile } from './show-profile.ts'
import { changeOwnName } from './change-own-name.ts'
import { changeEmail } from './change-email.ts'
import { changeRole } from './access/change-role.ts'
import { deactivateAccount } from './access/deactivate-account.ts'
import { listAccounts } from './directory/list-accounts.ts'
import { reactivateAccount } from './access/reactivate-account.ts'
import { showAccount } from './directory/show-account.ts'
import { suggestAccounts } from './directory/suggest-accounts.ts'

type Secret = 'passwordHash' | 'mfaSecret'

/** Whether a value of this type has a field with a secret of an account, at any depth that occurs. */
type HasSecret<Value, Depth extends readonly unknown[] = []> = Depth['length'] extends 7
  ? false
  : Value extends readonly (infer Item)[] | ReadonlyMap<unknown, infer Item>
    ? HasSecret<Item, [...Depth, 1]>
    : Value extends ((...of: never) => unknown) | Date | Uint8Array
      ? false
      : Value extends object
        ? string extends keyof Value
          ? false
          : Extract<keyof Value, Secret> extends never
            ? true extends {
                [Name in keyof Value]: HasSecret<Value[Name], [...Depth, 1]>
              }[keyof Value]
              ? true
              : false
            : true
        : false

type UseCasesWithSecrets = {
  [Name in keyof typeof core]: (typeof core)[Name] extends (...of: never) => Promise<infer Returned>
    ? true extends HasSecret<Returned>
      ? Name
      : never
    : never
}[keyof typeof core]

it('no use case has a result with a field for such a secret', () => {
  expectTypeOf<UseCasesWithSecrets>().toBeNever()
})

const page = { limit: 10, after: null }

it('no use case returns the hash of a password or the secret of a second factor', async () => {
  const ports = memoryPorts()
  await anEnrolledPersonIn(ports, { role: 'Owner', email: 'ada@example.com' })
  const { account } = await anEnrolledPersonIn(ports, { email: 'bob@example.com' })
  await createGroup(ports, { actor: operator, slug: 'finance' })
  await addGroupMember(ports, { actor: operator, slug: 'finance', userId: account.id })
  const target = { actor: operator, userId: account.id }
  const filter = { status: null, role: null, mfa: null, text: null }
  const returned: unknown[] = [
    await changeRole(ports, { ...target, role: 'Admin' }),
    await changeRole(ports, { ...target, role: 'Admin' }),
    await changeEmail(ports, { ...target, email: 'bert@example.com' }),
    await deactivateAccount(ports, target),
    await reactivateAccount(ports, target),
    await showAccount(ports, target),
    await listAccounts(ports, { actor: operator, filter, page }),
    await suggestAccounts(ports, { actor: operator, typed: 'bert' }),
    await listGroupMembers(ports, { actor: operator, slug: 'finance', page }),
    await resetOwnerPassword(ports, {
      actor: operator,
      email: 'ada@example.com',
      newPassword: null,
    }),
  ]
  const { account: cy, actor: own } = await aPersonIn(ports, {
    email: 'cy@example.com',
    passwordHash: aPasswordHash,
  })
  const credentials = { email: cy.email, password: aPassword, rememberMe: false }
  returned.push(
    await showProfile(ports, { actor: own }),
    await changeOwnName(ports, { actor: own, name: 'Cy Twombly' }),
    await changeOwnName(ports, { actor: own, name: 'Cy Twombly' }),
    await signIn(ports, { ...aDevice, ...credentials }),
  )
  for (const result of returned) {
    const text = JSON.stringify(result)
    expect(text).toMatch(/example\.com/)
    expect(text).not.toMatch(/passwordHash|mfaSecret/)
  }
})
