import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../../authorization/effective-role.ts'
import type { Role } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/actor.ts'
import { auditEntry, failed, type AuditEntry } from '../../model/audit-entry.ts'
import type { BotArea, BotChangeFailed } from '../../model/chat/bot-errors.ts'
import type { BotSettings } from '../../model/chat/bot-settings.ts'
import type { BotSettingsStores, Stores, Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { BotDraft, BotSetup } from './probing.ts'
import { endLinks, probeBot, type BotProbeOutcome, type ProbingPorts } from './probing.ts'

type ChangedStores = 'audit' | 'chatMarks' | 'identities' | 'now' | BotSettingsStores

/** Who changes what: `change` returns the settings after the change, before any probe, for a person of this role. */
export type BotChange<Settings, Invalid> = {
  readonly actor: Actor
  readonly change: (before: Settings, role: Role) => Result<Settings, Invalid>
}

/**
 * Changes the settings of a bot. For Owner, Admin and operator. Turns the bot on only after its platform has just confirmed
 * its identity. If the platform does not, a bot that is on keeps its settings; for one that is off, the new settings are
 * stored for another attempt.
 */
export async function changeBot<
  Area extends BotArea,
  Settings extends BotSettings,
  Fault extends string,
  Invalid,
>(
  ports: ProbingPorts & Transacts<'accounts' | ChangedStores>,
  setup: BotSetup<Area, Settings, Fault>,
  { actor, change }: BotChange<Settings, Invalid>,
): Promise<Result<Settings, Forbidden | Invalid | BotChangeFailed<Area, Fault>>> {
  type Draft = BotDraft<Settings>
  const needsProbe = ({ before, after }: Draft): boolean =>
    after.enabled && !(setup.isAvailable(before) && setup.isSameBot(before, after))
  const drafted = await ports.transact(
    async (stores): Promise<Result<Draft, Forbidden | Invalid>> => {
      const caller = await effectiveRoleOf(stores, actor)
      if (caller === null || !isAdministrator(caller)) return err({ code: 'account.forbidden' })
      const before = await setup.settingsOf(stores).lock()
      const after = change(before, caller.role)
      if (!after.ok) return after
      const draft = { before, after: after.value }
      if (!needsProbe(draft)) await storeChange(stores, setup, actor, draft)
      return ok(draft)
    },
  )
  if (!drafted.ok) return drafted
  if (!needsProbe(drafted.value)) return ok(drafted.value.after)

  // Outside of any transaction, because a transaction must not wait for a server.
  const probed = await probeBot(ports, setup, actor, drafted.value.after)
  if (!probed.ok) return probed
  const applied = await ports.transact(
    async (stores): Promise<Result<Result<Settings, BotChangeFailed<Area, Fault>>, Forbidden>> => {
      if (!isAdministrator(await effectiveRoleOf(stores, actor)))
        return err({ code: 'account.forbidden' })
      // The result is committed, also when it refuses the change.
      return ok(await applyProbe(stores, setup, actor, drafted.value, probed.value))
    },
  )
  return applied.ok ? applied.value : applied
}

const entryOf = (area: BotArea, actor: Actor, meta: AuditEntry['meta']): AuditEntry =>
  auditEntry(actor, `${area}.change`, `settings:${area}`, meta)

/** Stores the result of the probe, unless the settings have changed since they were read. */
async function applyProbe<Area extends BotArea, Settings extends BotSettings, Fault extends string>(
  stores: Pick<Stores, ChangedStores>,
  setup: BotSetup<Area, Settings, Fault>,
  actor: Actor,
  { before, after }: BotDraft<Settings>,
  { result, wasAttempted }: BotProbeOutcome<Settings, Fault>,
): Promise<Result<Settings, BotChangeFailed<Area, Fault>>> {
  const { area, isAvailable, isSameBot, hasSameOptions } = setup
  const current = await setup.settingsOf(stores).lock()
  const isUntouched =
    isSameBot(before, current) &&
    hasSameOptions(before, current) &&
    before.enabled === current.enabled
  if (result.ok) {
    // A concurrent call turned the same bot on first.
    if (isAvailable(current) && isSameBot(current, after)) return ok(current)
    if (!isUntouched) return err({ code: `${area}.changed_meanwhile` })
    const test = { lastTestOk: true, lastTestAt: await stores.now() }
    const verified = { ...withChange(current, { before, after }), ...result.value, ...test }
    await storeChange(stores, setup, actor, { before, after: verified })
    return ok(verified)
  }
  const reason = result.error
  const tested = wasAttempted ? { lastTestOk: false, lastTestAt: await stores.now() } : {}
  const off = { ...withChange(current, { before, after }), ...tested, enabled: false }
  const meta =
    isUntouched && !isAvailable(before)
      ? await replaceSettings(stores, setup, { before, after: off })
      : {}
  const asked = { ...setup.metaOf({ before, after }), ...meta, reason }
  await stores.audit.append(failed(entryOf(area, actor, asked)))
  return err({ code: `${area}.probe_failed`, reason })
}

/** The current settings with what the change set: what was noted during the probe stays. */
const withChange = <Settings extends BotSettings>(
  current: Settings,
  { before, after }: BotDraft<Settings>,
): Settings => {
  const set = Object.keys(after) as (keyof Settings)[] // As Object.keys types them.
  const changes = set.filter((name) => after[name] !== before[name])
  return { ...current, ...Object.fromEntries(changes.map((name) => [name, after[name]])) }
}

/** Replaces the settings and audits it. Unchanged settings are not an action. */
async function storeChange<
  Area extends BotArea,
  Settings extends BotSettings,
  Fault extends string,
>(
  stores: Pick<Stores, Exclude<ChangedStores, 'now'>>,
  setup: BotSetup<Area, Settings, Fault>,
  actor: Actor,
  draft: BotDraft<Settings>,
): Promise<void> {
  const { before, after } = draft
  const { isSameBot, hasSameOptions } = setup
  if (isSameBot(before, after) && hasSameOptions(before, after) && before.enabled === after.enabled)
    return
  const meta = await replaceSettings(stores, setup, draft)
  await stores.audit.append(entryOf(setup.area, actor, { ...setup.metaOf(draft), ...meta }))
}

/**
 * Replaces the settings and what depends on them. The high-water mark starts when the bot is turned on, so that posts
 * from when it was off are never answered. Links end if an id may now belong to another person.
 */
async function replaceSettings<
  Area extends BotArea,
  Settings extends BotSettings,
  Fault extends string,
>(
  stores: Pick<Stores, 'chatMarks' | 'identities' | BotSettingsStores>,
  setup: BotSetup<Area, Settings, Fault>,
  draft: BotDraft<Settings>,
): Promise<AuditEntry['meta']> {
  const { before, after } = draft
  const { isAvailable } = setup
  await setup.settingsOf(stores).update(after)
  const isSameRunningBot =
    isAvailable(before) && isAvailable(after) && before.botUserId === after.botUserId
  if (!isSameRunningBot)
    for (const botId of new Set([before.botUserId, after.botUserId]))
      if (botId !== null) await stores.chatMarks.remove(botId)
  const { botUserId, lastTestAt } = after
  if (isAvailable(after) && botUserId !== null && lastTestAt !== null)
    await stores.chatMarks.begin(botUserId, lastTestAt)
  return endLinks(stores, setup, draft)
}
