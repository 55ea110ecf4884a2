import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type { ChangesExhausted, Forbidden } from '../model/accounts/account-errors.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { IdentitySourceInvalid } from '../model/identities/identity-errors.ts'
import {
  linkCodeLifetimeSeconds,
  parseIdentitySource,
  type IdentitySource,
} from '../model/identities/identity.ts'

export type CreateLinkCode = {
  readonly actor: Person
  /** The only platform on which the code works. By default any. */
  readonly source?: string | null | undefined
}
/** `code` is returned only this once. */
export type CreatedLinkCode = {
  readonly code: string
  readonly source: IdentitySource | null
  readonly expiresAt: Date
  /** The lifetime, for clients whose clock is wrong. */
  readonly expiresInSeconds: number
}

/**
 * Creates a link code that a signed-in person sends to a chat surface to link the sender to their account. It works
 * once, for ten minutes, on the chosen platform or on any. It replaces the person's earlier code.
 */
export async function createLinkCode(
  ports: Pick<Ports, 'attemptLimits' | 'linkCodeSource'> &
    Transacts<'accounts' | 'audit' | 'linkCodes' | 'lockAccount' | 'now'>,
  { actor, ...chosen }: CreateLinkCode,
): Promise<Result<CreatedLinkCode, Forbidden | IdentitySourceInvalid | ChangesExhausted>> {
  const source = typeof chosen.source === 'string' ? parseIdentitySource(chosen.source) : null
  if (typeof chosen.source === 'string' && source === null)
    return err({ code: 'identity.source_invalid' })
  const { plain, digest } = ports.linkCodeSource.newCode()
  return withinChangeLimit(ports, actor, 'own_changes', () =>
    ports.transact(async (stores) => {
      await stores.lockAccount(actor.userId)
      if ((await effectiveRoleOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
      const expiresAt = new Date((await stores.now()).getTime() + linkCodeLifetimeSeconds * 1_000)
      await stores.linkCodes.replace(actor.userId, { digest, source, expiresAt })
      await stores.audit.append(
        auditEntry(actor, 'identity.create_link_code', `user:${actor.userId}`, { source }),
      )
      return ok({ code: plain, source, expiresAt, expiresInSeconds: linkCodeLifetimeSeconds })
    }),
  )
}
