import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { refundIfThrown } from '../../attempt-limits/attempt-limits.ts'
import { isAdministrator, effectiveRoleOf } from '../../authorization/effective-role.ts'
import type { Actor } from '../../model/actor.ts'
import { auditEntry, failed, type AuditEntry } from '../../model/audit-entry.ts'
import type { BotArea, BotProbesExhausted } from '../../model/chat/bot-errors.ts'
import type { BotSettings } from '../../model/chat/bot-settings.ts'
import type { ChatSource } from '../../model/chat/chat-source.ts'
import { identitySourceOf } from '../../model/chat/chat-source.ts'
import type {
  BotSettingsStores,
  AttemptLimit,
  BotIdentity,
  BotSettingsStore,
  Ports,
  Stores,
  Transacts,
} from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'

/** The settings before and after a change. */
export type BotDraft<Settings> = { readonly before: Settings; readonly after: Settings }

/** What a change does with an encrypted token, for the audit log. */
export const tokenChangeOf = (
  before: string | null,
  after: string | null,
): 'kept' | 'removed' | 'replaced' => {
  if (after === before) return 'kept'
  return after === null ? 'removed' : 'replaced'
}

/** The bot that a probe found, as far as its settings show it. */
export type FoundBot<Settings extends BotSettings> = Pick<Settings, 'botUserId' | 'botUsername'> &
  Partial<Settings>

/** What the settings of most platforms show of the bot that a probe found. */
export const foundBotOf = ({ id, handle }: BotIdentity) => ({ botUserId: id, botUsername: handle })

/** What the shared rules need to know of the bot of a platform. */
export type BotSetup<Area extends BotArea, Settings extends BotSettings, Fault extends string> = {
  readonly area: Area
  readonly source: ChatSource
  readonly settingsOf: (stores: Pick<Stores, BotSettingsStores>) => BotSettingsStore<Settings>
  readonly isAvailable: (settings: Settings) => boolean
  /** Whether both have the same address and token. */
  readonly isSameBot: (one: Settings, other: Settings) => boolean
  /** Whether both have the same options, apart from the bot and its switch. */
  readonly hasSameOptions: (one: Settings, other: Settings) => boolean
  /** An error if nothing can be probed, such as without a token. */
  readonly probeOf: (
    ports: Pick<Ports, 'chatPlatforms' | 'cipher' | 'log'>,
    settings: Settings,
  ) => Result<() => Promise<Result<FoundBot<Settings>, Fault>>, Fault>
  /** Faults that are found without a connection: they reveal nothing about the network. */
  readonly localFaults: readonly Fault[]
  /** Whether an id may belong to another person after the change, so that all links end. */
  readonly hasOtherPeople: (draft: BotDraft<Settings>) => boolean
  /** The requested change, without secrets. */
  readonly metaOf: (draft: BotDraft<Settings>) => AuditEntry['meta']
  readonly probeMetaOf: (settings: Settings) => AuditEntry['meta']
}

/** Failed probes per person. */
export const probeLimit: AttemptLimit = {
  failuresMax: 60,
  windowSeconds: 600,
  firstDelaySeconds: 600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/** The result of a probe; `wasAttempted` is false when address or token was missing. */
export type BotProbeOutcome<Settings extends BotSettings, Fault> = {
  readonly result: Result<FoundBot<Settings>, Fault>
  readonly wasAttempted: boolean
}

export type ProbingPorts = Pick<Ports, 'cipher' | 'attemptLimits' | 'log' | 'chatPlatforms'>

/** Probes platform and token of the settings, whether the bot is on or off. After 60 failed probes in ten minutes, the person must wait. */
export async function probeBot<
  Area extends BotArea,
  Settings extends BotSettings,
  Fault extends string,
>(
  ports: ProbingPorts,
  { area, probeOf, localFaults }: BotSetup<Area, Settings, Fault>,
  actor: Actor,
  settings: Settings,
): Promise<Result<BotProbeOutcome<Settings, Fault>, BotProbesExhausted<Area>>> {
  const probe = probeOf(ports, settings)
  if (!probe.ok) return ok({ result: probe, wasAttempted: false })
  const bucket = `${area}_probe:${actor.kind === 'person' ? actor.userId : actor.kind}` as const
  const taken = await ports.attemptLimits.take(bucket, probeLimit)
  if (!taken.allowed)
    return err({
      code: `${area}.probes_exhausted`,
      retryAfterSeconds: taken.retryAfterSeconds ?? probeLimit.windowSeconds,
    })
  const result = await refundIfThrown(ports, [bucket], probe.value)
  if (result.ok || localFaults.includes(result.error)) await ports.attemptLimits.refund(bucket)
  return ok({ result, wasAttempted: true })
}

/**
 * Probes the bot in the settings and stores the result. Turns nothing on or off. `fault` is null when the platform
 * serves the bot. If an id may belong to another person than before, all links end, as when the bot is turned on.
 */
export async function testBot<
  Area extends BotArea,
  Settings extends BotSettings,
  Fault extends string,
>(
  ports: ProbingPorts & Transacts<'accounts' | 'audit' | 'identities' | 'now' | BotSettingsStores>,
  setup: BotSetup<Area, Settings, Fault>,
  actor: Actor,
): Promise<
  Result<
    { readonly fault: Fault | null; readonly settings: Settings },
    Forbidden | BotProbesExhausted<Area>
  >
> {
  const found = await ports.transact(async (stores): Promise<Result<Settings, Forbidden>> => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    return ok(await setup.settingsOf(stores).read())
  })
  if (!found.ok) return found
  const probed = await probeBot(ports, setup, actor, found.value)
  if (!probed.ok) return probed
  const fault = probed.value.result.ok ? null : probed.value.result.error
  const kept = await ports.transact(async (stores): Promise<Result<Settings, Forbidden>> => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const stored = await storeProbeResult(stores, setup, found.value, probed.value)
    const entry = auditEntry(actor, `${setup.area}.probe`, `settings:${setup.area}`, {
      ...setup.probeMetaOf(found.value),
      ...stored.meta,
      reason: fault,
    })
    if (probed.value.wasAttempted) await stores.audit.append(fault === null ? entry : failed(entry))
    return ok(stored.settings)
  })
  return kept.ok ? ok({ fault, settings: kept.value }) : kept
}

/** Stores the result of a probe, unless the bot has changed since. */
async function storeProbeResult<
  Area extends BotArea,
  Settings extends BotSettings,
  Fault extends string,
>(
  stores: Pick<Stores, 'identities' | 'now' | BotSettingsStores>,
  setup: BotSetup<Area, Settings, Fault>,
  tested: Settings,
  { result, wasAttempted }: BotProbeOutcome<Settings, Fault>,
): Promise<{ readonly settings: Settings; readonly meta: AuditEntry['meta'] }> {
  const store = setup.settingsOf(stores)
  const current = await store.lock()
  if (!wasAttempted || !setup.isSameBot(current, tested)) return { settings: current, meta: {} }
  const bot = result.ok ? result.value : {}
  const kept = { ...current, ...bot, lastTestOk: result.ok, lastTestAt: await stores.now() }
  await store.update(kept)
  return { settings: kept, meta: await endLinks(stores, setup, { before: current, after: kept }) }
}

/** Removes the links of a platform if an id may belong to another person after a change. Returns what to audit. */
export async function endLinks<
  Area extends BotArea,
  Settings extends BotSettings,
  Fault extends string,
>(
  { identities }: Pick<Stores, 'identities'>,
  { source, hasOtherPeople }: BotSetup<Area, Settings, Fault>,
  draft: BotDraft<Settings>,
): Promise<AuditEntry['meta']> {
  if (!hasOtherPeople(draft)) return {}
  return { links_removed: await identities.removeAll(identitySourceOf(source)) }
}
