import type { ServiceSurface } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { GuessBucket, GuessRule, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { IdentityNotLinked } from '../model/identities/identity-errors.ts'
import { maskedEmail, parseExternalId } from '../model/identities/identity.ts'
import { linkTo } from './linking.ts'

export type RedeemLinkCode = { readonly actor: ServiceSurface; readonly externalId: string; readonly code: string }
/** `account` is the masked address of the account. */
export type LinkedIdentity = { readonly account: string }

const windowSeconds = 600
const linkRule = (failuresMax: number): GuessRule => ({
  failuresMax,
  windowSeconds,
  firstDelaySeconds: windowSeconds,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
})
/** Wrong codes of one external id, and of all those of one source together. */
export const senderRule = linkRule(5)
export const sourceRule = linkRule(1_000)

/**
 * Ties an external identity to the account whose link code its owner sent. A code that was presented is
 * used up, also when it was created for another platform: that one has seen it now. Whatever is wrong is one refusal, and guesses are limited in the database, so that nothing is redeemed
 * while they cannot be counted.
 */
export async function redeemLinkCode(
  ports: Pick<Ports, 'guessBudgets' | 'ids' | 'linkCodeSource' | 'log' | 'transact'>,
  { actor: surface, externalId, code }: RedeemLinkCode,
): Promise<Result<LinkedIdentity, IdentityNotLinked>> {
  const parsed = parseExternalId(externalId)
  const guess = parsed === null ? null : await takeGuess(ports, surface, parsed)
  if (parsed === null || guess === null) return err({ code: 'identity.not_linked' })

  const redeemed = await ports
    .transact(async (stores) => {
      const userId = await stores.linkCodes.consume(ports.linkCodeSource.digest(code), surface.source)
      const account = userId === null ? null : await stores.accounts.find(userId)
      return ok(await linkTo(ports, stores, { surface, externalId: parsed, account, by: 'code' }))
    })
    .catch(async (error: unknown) => {
      await guess.forgive()
      throw error
    })
  if (redeemed.value === null) {
    await guess.noteWrong()
    return err({ code: 'identity.not_linked' })
  }
  await guess.forgive()
  return ok({ account: maskedEmail(redeemed.value.email) })
}

/** One guess for the external id and one for its source; null when either has none left. */
async function takeGuess(ports: Pick<Ports, 'guessBudgets' | 'log' | 'transact'>, surface: ServiceSurface, externalId: string) {
  const budgets: readonly (readonly [GuessBucket, GuessRule])[] = [
    [`external_id:${surface.source}:${externalId}`, senderRule],
    [`source:${surface.source}`, sourceRule],
  ]
  const taken: GuessBucket[] = []
  const exhausted: GuessBucket[] = []
  const forgive = async () => {
    for (const bucket of taken) await ports.guessBudgets.forgive(bucket)
  }
  for (const [bucket, rule] of budgets) {
    const guess = await ports.guessBudgets.take(bucket, rule)
    if (!guess.allowed) {
      await forgive()
      return null
    }
    taken.push(bucket)
    if (guess.failures === rule.failuresMax) exhausted.push(bucket)
  }
  /** Raises the alarm about what a wrong guess used up. */
  const noteWrong = async () => {
    for (const bucket of exhausted) {
      ports.log.warn('identity.guesses_exhausted', { source: surface.source })
      await ports.transact(async ({ audit }) => ok(await audit.append(auditEntry(surface, 'identity.guesses_exhausted', bucket))))
    }
  }
  return { forgive, noteWrong }
}
