import { changeSettings, findAccount, operator, type GroupSlug } from '@ken/core'
import { aPasswordHash, aPersonIn } from '@ken/core/testing'
import { httpWorld, owner, type HttpWorld, type HttpWorldOptions } from '@ken/http/testing'
import { oneTimeCodes } from './one-time-codes.ts'

export const ownerEmail = owner.email
export const memberEmail = 'tom@example.com'

type ConsoleWorldOptions = HttpWorldOptions & {
  /** Whether Owners and Admins need a second factor. */
  readonly requiresFactor?: boolean
}

/** Ken in memory with an Owner and a Member, who sign in with their passwords alone. */
export async function consoleWorld({
  requiresFactor = false,
  ...options
}: ConsoleWorldOptions = {}): Promise<HttpWorld> {
  const world = await httpWorld({ ...options, ports: { oneTimeCodes, ...options.ports } })
  if (!requiresFactor) await changeSettings(world.ports, { actor: operator, mfaRequiredRoles: [] })
  await aPersonIn(world.ports, { email: memberEmail, name: 'Tom', passwordHash: aPasswordHash })
  return world
}

export async function accountOf({ ports }: HttpWorld, email: string) {
  const found = await findAccount(ports, { actor: operator, email })
  if (!found.ok) throw new Error(found.error.code)
  return found.value
}

/** How many members a group has. */
export const membersOf = ({ ports }: HttpWorld, slug: string): number =>
  ports.database.tables.groups.get(slug as GroupSlug)?.members.size ?? 0
