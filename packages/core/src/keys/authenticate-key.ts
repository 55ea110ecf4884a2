import type { Origin, Person } from '../actor.ts'
import type { Allowance, Ports, Visibility } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { PasswordChangeRequired } from '../sign-in/sign-in-errors.ts'
import type { KeyRateLimited, KeyRefused } from './key-errors.ts'

export type AuthenticateKey = { readonly presented: string; readonly origin: Origin }

/** A caller with the rights of this very moment: the owner's, narrowed by the key. */
export type AuthenticatedKey = { readonly actor: Person; readonly visibility: Visibility; readonly allowance: Allowance }

/**
 * Resolves a presented API key to user, role and ACL (SPEC 1.5, 5.7.1) and takes one call from its
 * allowance. Reads everything anew, so that revocation and narrowing hold on the next request (R5, R6).
 */
export async function authenticateKey(
  ports: Pick<Ports, 'apiKeys' | 'keyHolders' | 'keyLimiter'>,
  { presented, origin }: AuthenticateKey,
): Promise<Result<AuthenticatedKey, KeyRefused | KeyRateLimited | PasswordChangeRequired>> {
  const digest = ports.apiKeys.digest(presented)
  const holder = digest === null ? null : await ports.keyHolders.findByDigest(digest)
  if (holder === null || holder.state !== 'active' || holder.ownerStatus !== 'active') return err({ code: 'key.refused' })

  if (holder.ownerMustChangePassword) return err({ code: 'sign_in.password_change_required' })

  const allowance = await ports.keyLimiter.take(holder.keyId)
  if (!allowance.allowed) return err({ code: 'key.rate_limited', limit: allowance.limit, resetSeconds: allowance.resetSeconds })

  const { ownerId: userId, role, keyId, principals, sources } = holder
  const actor: Person = { ...origin, kind: 'person', userId, role, via: 'api_key', keyId, sessionId: null, source: null }
  return ok({ actor, visibility: { principals, sources }, allowance })
}
