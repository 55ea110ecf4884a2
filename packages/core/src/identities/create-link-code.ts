import type { Forbidden } from '../accounts/account-errors.ts'
import { standingOf } from '../accounts/standing.ts'
import type { Person } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { linkCodeLifetimeSeconds } from './identity.ts'

export type CreateLinkCode = { readonly actor: Person }
/** `code` is shown this once, and only to who asked for it. */
export type CreatedLinkCode = { readonly code: string; readonly expiresAt: Date }

/**
 * Gives a person who is signed in on the web a code to send to a chat surface, which ties the sender to the account
 * (SPEC 5.9.3). It works once and for ten minutes; an earlier one of the same person works no more (R63).
 */
export async function createLinkCode(
  ports: Pick<Ports, 'linkCodeSource' | 'transact'>,
  { actor }: CreateLinkCode,
): Promise<Result<CreatedLinkCode, Forbidden>> {
  const { plain, digest } = ports.linkCodeSource.newCode()
  return ports.transact(async (stores) => {
    await stores.lockAccount(actor.userId)
    if ((await standingOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
    const expiresAt = new Date((await stores.now()).getTime() + linkCodeLifetimeSeconds * 1_000)
    await stores.linkCodes.replace(actor.userId, digest, expiresAt)
    await stores.audit.append(auditEntry(actor, 'identity.create_link_code', `user:${actor.userId}`))
    return ok({ code: plain, expiresAt })
  })
}
