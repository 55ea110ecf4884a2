import { accountsWithSecret } from '../credentials/second-factor.ts'
import type { Account } from '../model/accounts/account.ts'
import type { Operator } from '../model/actor.ts'
import type { Ports, Transacts } from '../ports/index.ts'

export type CountUnreadableFactors = { readonly actor: Operator }

/** Counts the second factors that no configured secret decrypts: even a correct code is refused. Changes nothing. */
export async function countUnreadableFactors(
  ports: Pick<Ports, 'cipher'> & Transacts<'accounts'>,
  _command: CountUnreadableFactors,
): Promise<number> {
  let unreadable = 0
  for await (const account of accountsWithSecret(ports))
    if (!isReadable(ports, account)) unreadable += 1
  return unreadable
}

const isReadable = ({ cipher }: Pick<Ports, 'cipher'>, { id, mfaSecret }: Account): boolean =>
  mfaSecret === null || cipher.decrypt(mfaSecret, { purpose: 'mfa_secret', ownerId: id }) !== null
