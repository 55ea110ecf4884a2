import type { Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

/** The name of the organisation, for everyone who can reach Ken; null if it is not set. */
export async function showOrganisation(ports: Transacts<'settings'>): Promise<string | null> {
  const { value } = await ports.transact(async ({ settings }) =>
    ok((await settings.read()).organisationName),
  )
  return value
}
