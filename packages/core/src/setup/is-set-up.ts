import type { Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'

/** Whether somebody has an account already, so that setup is over. */
export async function isSetUp(ports: Pick<Ports, 'transact'>): Promise<boolean> {
  const empty = await ports.transact(async ({ accounts }) => ok(await accounts.isEmpty()))
  return !empty.value
}
