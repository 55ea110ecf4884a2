import type { Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

/** Whether setup is complete: an account exists. */
export async function isSetUp(ports: Transacts<'accounts'>): Promise<boolean> {
  const empty = await ports.transact(async ({ accounts }) => ok(await accounts.isEmpty()))
  return !empty.value
}
