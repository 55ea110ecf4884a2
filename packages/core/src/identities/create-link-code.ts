import type { Forbidden } from '../model/accounts/account-errors.ts'
import { standingOf } from '../authorization/standing.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { IdentitySourceInvalid } from '../model/identities/identity-errors.ts'
import { linkCodeLifetimeSeconds, parseIdentitySource, type IdentitySource } from '../model/identities/identity.ts'

export type CreateLinkCode = {
  readonly actor: Person
  /** The only platform that the code works on; without it, any. */
  readonly source?: string | null | undefined
}
/** `code` is shown this once, and only to who asked for it. */
export type CreatedLinkCode = { readonly code: string; readonly source: IdentitySource | null; readonly expiresAt: Date }

/**
 * Gives a person who is signed in a code to send to a chat surface, which ties the sender to the account.
 * It works once, for ten minutes, and only on the platform that was chosen, if any; an earlier one of the same
 * person works no more.
 */
export async function createLinkCode(
  ports: Pick<Ports, 'linkCodeSource' | 'transact'>,
  { actor, ...chosen }: CreateLinkCode,
): Promise<Result<CreatedLinkCode, Forbidden | IdentitySourceInvalid>> {
  const source = typeof chosen.source === 'string' ? parseIdentitySource(chosen.source) : null
  if (typeof chosen.source === 'string' && source === null) return err({ code: 'identity.source_invalid' })
  const { plain, digest } = ports.linkCodeSource.newCode()
  return ports.transact(async (stores) => {
    await stores.lockAccount(actor.userId)
    if ((await standingOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
    const expiresAt = new Date((await stores.now()).getTime() + linkCodeLifetimeSeconds * 1_000)
    await stores.linkCodes.replace(actor.userId, { digest, source, expiresAt })
    await stores.audit.append(auditEntry(actor, 'identity.create_link_code', `user:${actor.userId}`, { source }))
    return ok({ code: plain, source, expiresAt })
  })
}
