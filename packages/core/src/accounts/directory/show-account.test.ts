import { describe, expect, it } from 'vitest'
import { profileOf, type AccountId } from '../../model/accounts/account.ts'
import { accountActs } from '../../model/accounts/permissions.ts'
import { operator } from '../../model/actor.ts'
import { ok } from '../../model/result.ts'
import {
  aGroup,
  aKey,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  newDigest,
  newId,
} from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { showAccount } from './show-account.ts'

describe('showAccount', () => {
  onlyAdministrators((ports, actor) => showAccount(ports, { actor, userId: newId() as AccountId }))

  it('R47 shows a person, with only the number of their sessions and keys', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (let session = 0; session < 2; session += 1) await aSessionIn(ports, account)
    const { slug } = aGroup()
    await ports.transact(async ({ groups, keys }) => {
      await groups.insert(aGroup())
      await groups.addMember(slug, account.id)
      return ok(await keys.insert(aKey(account), newDigest()))
    })
    expect(await showAccount(ports, { actor: operator, userId: account.id })).toEqual({
      ok: true,
      value: {
        account: profileOf(account),
        activeSessions: 2,
        activeKeys: 1,
        groups: [slug],
        may: accountActs.filter((act) => act !== 'invite' && act !== 'reactivate'),
        refusals: { reactivate: 'account_active' },
      },
    })
  })

  it('returns `not_found` for an unknown id', async () => {
    const userId = newId() as AccountId
    const refused = await showAccount(memoryPorts(), { actor: operator, userId })
    expect(refused).toEqual({ ok: false, error: { code: 'account.not_found', identifier: userId } })
  })
})
