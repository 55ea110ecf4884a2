import type { Account, AccountId } from '../model/accounts/account.ts'
import type { Operator } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type CountUnreadableFactors = { readonly actor: Operator }

const accountsPerPage = 100

/** How many second factors no key of the service reads: whoever has one is refused with the right code. Changes nothing. */
export async function countUnreadableFactors(
  ports: Pick<Ports, 'cipher' | 'transact'>,
  _command: CountUnreadableFactors,
): Promise<number> {
  let unreadable = 0
  let page = await pageBehind(ports, null)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    unreadable += page.filter((account) => !isReadable(ports, account)).length
    page = await pageBehind(ports, last.id)
  }
  return unreadable
}

const pageBehind = async ({ transact }: Pick<Ports, 'transact'>, after: AccountId | null): Promise<readonly Account[]> =>
  (await transact(async ({ accounts }) => ok(await accounts.listWithSecret(after, accountsPerPage)))).value

const isReadable = ({ cipher }: Pick<Ports, 'cipher'>, { id, mfaSecret }: Account): boolean =>
  mfaSecret === null || cipher.decrypt(mfaSecret, { purpose: 'mfa_secret', ownerId: id }) !== null
