import { describe, expect, it } from 'vitest'
import { createKey } from '../keys/create-key.ts'
import type { Account } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import { aDate, anOrigin, aPersonIn, memoryPorts, newId, valueOf } from '../testing/index.ts'
import { authenticatePortalUser } from './authenticate-portal-user.ts'

const errorOf = (code: string) => ({ ok: false, error: { code } })

/** A person whom the portal knows. */
async function known(overrides: Partial<Omit<Account, 'email'>> = {}) {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports, overrides)
  return {
    ports,
    account,
    authenticate: (userId: string = account.id) =>
      authenticatePortalUser(ports, { userId, origin: anOrigin }),
    alter: (change: Partial<Account>) =>
      ports.transact(async ({ accounts }) => ok(await accounts.update({ ...account, ...change }))),
  }
}

describe('authenticatePortalUser', () => {
  it('returns the person with the current role, and the principals of their documents', async () => {
    const { account, authenticate, alter } = await known()
    await alter({ role: 'Admin', mfaEnabledAt: aDate })
    expect(await authenticate()).toEqual({
      ok: true,
      value: {
        actor: {
          kind: 'person',
          userId: account.id,
          role: 'Admin',
          via: 'portal',
          keyId: null,
          sessionId: null,
          source: null,
          ...anOrigin,
        },
        visibility: {
          principals: ['everyone', 'role:Admin', `user:${account.id}`],
          sources: null,
        },
      },
    })
  })

  it('writes an id in one spelling, so that it names the same person everywhere', async () => {
    const { account, authenticate } = await known()
    expect(valueOf(await authenticate(account.id.toUpperCase()))).toMatchObject({
      actor: { userId: account.id },
      visibility: { principals: expect.arrayContaining([`user:${account.id}`]) },
    })
  })

  it('refuses values that are no text', async () => {
    const { account, authenticate } = await known()
    for (const value of [null, 1, [account.id], { toString: () => account.id }]) {
      const given = value as unknown as string // as callers without types may pass it
      expect(await authenticate(given)).toEqual(errorOf('account.forbidden'))
    }
  })

  it('refuses inactive and unknown accounts, and text that is not an id', async () => {
    const { authenticate, alter } = await known()
    await alter({ status: 'deactivated' })
    for (const userId of [undefined, newId(), '', 'ada@example.com', "' or true --"])
      expect(await authenticate(userId)).toEqual(errorOf('account.forbidden'))
  })

  it('refuses a person who must change the password or set up a second factor', async () => {
    const { authenticate, alter } = await known()
    await alter({ mustChangePassword: true })
    expect(await authenticate()).toEqual(errorOf('sign_in.password_change_required'))
    await alter({ role: 'Owner' })
    expect(await authenticate()).toEqual(errorOf('sign_in.second_factor_required'))
    await alter({ role: 'Owner', mfaEnabledAt: aDate })
    expect(await authenticate()).toMatchObject({ ok: true })
  })

  it('records in audit entries that the portal vouched for the person', async () => {
    const { ports, account, authenticate } = await known()
    const { actor } = valueOf(await authenticate())
    valueOf(
      await createKey(ports, {
        actor,
        ownerId: account.id,
        name: 'laptop',
        lifetimeDays: 90,
        sources: null,
      }),
    )
    expect([...ports.database.tables.audit.values()].at(-1)).toMatchObject({
      action: 'key.create',
      actorId: account.id,
      via: 'portal',
      address: anOrigin.address,
      requestId: anOrigin.requestId,
    })
  })
})
