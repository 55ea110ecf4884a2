import type { Account } from '../accounts/account.ts'
import type { Person } from '../actor.ts'
import type { Ports } from '../ports/index.ts'
import { ok } from '../result.ts'
import { anAccount, aPerson } from './builders.ts'

/** A new account in the world, and its person as an actor. */
export async function aPersonIn(
  ports: Pick<Ports, 'transact'>,
  overrides: Parameters<typeof anAccount>[0] = {},
): Promise<{ readonly account: Account; readonly actor: Person }> {
  const account = anAccount(overrides)
  await ports.transact(async ({ accounts }) => ok(await accounts.insert(account)))
  return { account, actor: aPerson(account) }
}
