import type { Account, AccountId } from '../model/accounts/account.ts'
import type { Operator } from '../model/actor.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type CountUnreadableFactors = { readonly actor: Operator }

const accountsPerPage = 100

/** Counts the second factors that no configured secret decrypts: even a correct code is refused. Changes nothing. */
export async function countUnreadableFactors(
  ports: Pick<Ports, 'cipher'> & Transacts<'accounts'>,
  _command: CountUnreadableFactors,
): Promise<number> {
  let unreadable = 0
  let page = await pageAfter(ports, null)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    unreadable += page.filter((account) => !isReadable(ports, account)).length
    page = await pageAfter(ports, last.id)
  }
  return unreadable
}

const pageAfter = async (
  { transact }: Transacts<'accounts'>,
  after: AccountId | null,
): Promise<readonly Account[]> =>
  (
    await transact(async ({ accounts }) =>
      ok(await accounts.listWithSecret(after, accountsPerPage)),
    )
  ).value

const isReadable = ({ cipher }: Pick<Ports, 'cipher'>, { id, mfaSecret }: Account): boolean =>
  mfaSecret === null || cipher.decrypt(mfaSecret, { purpose: 'mfa_secret', ownerId: id }) !== null
