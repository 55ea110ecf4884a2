import type { ServiceSurface } from '../model/actor.ts'
import { refund, refundIfThrown, settleAttempts } from '../attempt-limits/attempt-limits.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type {
  AttemptBucket,
  AttemptLimit,
  LimitedBucket,
  Ports,
  ChatBot,
  Transacts,
} from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { IdentityNotLinked } from '../model/identities/identity-errors.ts'
import { maskedEmail, parseExternalId } from '../model/identities/identity.ts'
import { linkIdentity, type LinkingStores } from './link-identity.ts'

export type RedeemLinkCode = {
  readonly actor: ServiceSurface
  readonly externalId: string
  readonly code: string
  /** The bot that got the code; null on a platform whose bot Ken does not run. */
  readonly bot: ChatBot | null
}
/** `account` is the masked address of the account. */
export type LinkedIdentity = { readonly account: string }

const windowSeconds = 600
const linkLimit = (failuresMax: number): AttemptLimit => ({
  failuresMax,
  windowSeconds,
  firstDelaySeconds: windowSeconds,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
})
/** The limits of wrong codes from one external id, and from all external ids of one source. */
export const senderLimit = linkLimit(5)
export const sourceLimit = linkLimit(1_000)

/**
 * Links an external identity to the account of a link code. A presented code is consumed even if it was created for
 * another platform, because this platform has now seen it. A bot that is off, or no longer the same, links no one.
 * Every failure gets the same refusal. Attempts are counted in the database: if they cannot be counted, no code is
 * redeemed.
 */
export async function redeemLinkCode(
  ports: Pick<Ports, 'attemptLimits' | 'ids' | 'linkCodeSource' | 'log'> &
    Transacts<'accounts' | 'linkCodes' | LinkingStores>,
  { actor: surface, externalId, code, bot }: RedeemLinkCode,
): Promise<Result<LinkedIdentity, IdentityNotLinked>> {
  const parsed = parseExternalId(externalId)
  const attempt = parsed === null ? null : await takeAttempt(ports, surface, parsed)
  if (parsed === null || attempt === null) return err({ code: 'identity.not_linked' })
  const { counted, exhausted } = attempt

  const redeemed = await refundIfThrown(ports, counted, () =>
    ports.transact(async (stores) => {
      const userId = await stores.linkCodes.consume(
        ports.linkCodeSource.digest(code),
        surface.source,
      )
      const account = userId === null ? null : await stores.accounts.find(userId)
      const linking = { surface, externalId: parsed, account, by: 'code', bot } as const
      return ok(await linkIdentity(ports, stores, linking))
    }),
  )
  if (redeemed.value === null) {
    await raiseAlarms(ports, surface, exhausted)
    return err({ code: 'identity.not_linked' })
  }
  await settleAttempts(refund(ports, counted))
  return ok({ account: maskedEmail(redeemed.value.email) })
}

/** The buckets that counted an attempt, and those of them that it exhausts if it fails. */
type CountedAttempt = {
  readonly counted: readonly AttemptBucket[]
  readonly exhausted: readonly AttemptBucket[]
}

/** Counts one attempt on the external id and one on its source. Null if either limit is exhausted. */
async function takeAttempt(
  ports: Pick<Ports, 'attemptLimits'>,
  surface: ServiceSurface,
  externalId: string,
): Promise<CountedAttempt | null> {
  const limits: readonly LimitedBucket[] = [
    { bucket: `external_id:${surface.source}:${externalId}`, limit: senderLimit },
    { bucket: `source:${surface.source}`, limit: sourceLimit },
  ]
  const counted: AttemptBucket[] = []
  const exhausted: AttemptBucket[] = []
  for (const { bucket, limit } of limits) {
    const decision = await refundIfThrown(ports, counted, () =>
      ports.attemptLimits.take(bucket, limit),
    )
    if (!decision.allowed) {
      await refund(ports, counted)
      return null
    }
    counted.push(bucket)
    if (decision.failures === limit.failuresMax) exhausted.push(bucket)
  }
  return { counted, exhausted }
}

/** Raises the alarm about the limits that a wrong code exhausted. */
async function raiseAlarms(
  ports: Pick<Ports, 'log'> & Transacts<'audit'>,
  surface: ServiceSurface,
  exhausted: readonly AttemptBucket[],
): Promise<void> {
  for (const bucket of exhausted) {
    ports.log.warn('identity.guesses_exhausted', { source: surface.source })
    await ports.transact(async ({ audit }) =>
      ok(await audit.append(auditEntry(surface, 'identity.guesses_exhausted', bucket))),
    )
  }
}
