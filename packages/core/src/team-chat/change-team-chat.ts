import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry, failed, type AuditEntry } from '../model/audit-entry.ts'
import type { Ports, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { probeServer, type ProbeOutcome } from './probe-server.ts'
import { teamChatStatus, type TeamChatStatus } from './team-chat-status.ts'
import {
  changedTeamChat,
  isSameBot,
  parseTeamChatChange,
  type TeamChatInput,
} from './team-chat-change.ts'
import type { TeamChatError } from '../model/team-chat/team-chat-errors.ts'
import {
  isAvailable,
  teamChatSource,
  type TeamChatSettings,
} from '../model/team-chat/team-chat-settings.ts'

export type ChangeTeamChat = TeamChatInput & { readonly actor: Actor }

type Refusal = Forbidden | TeamChatError
type Draft = { readonly before: TeamChatSettings; readonly after: TeamChatSettings }

/**
 * Changes address, token and switch of the team-chat bot. For Owner, Admin and operator. Turns the bot on only after its
 * server has just confirmed its identity. If the server does not, a bot that is on keeps its settings; for one that is off,
 * the new settings are stored for another attempt.
 */
export async function changeTeamChat(
  ports: Pick<Ports, 'cipher' | 'attemptLimits' | 'log' | 'chatHealth' | 'chatPlatforms'> &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'identities' | 'now' | 'teamChatSettings'>,
  { actor, ...input }: ChangeTeamChat,
): Promise<Result<TeamChatStatus, Refusal>> {
  const change = parseTeamChatChange(input)
  if (!change.ok) return change
  const entryOf = (meta: AuditEntry['meta']) =>
    auditEntry(actor, 'team_chat.change', 'settings:team_chat', meta)

  const drafted = await ports.transact(async (stores): Promise<Result<Draft, Refusal>> => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const before = await stores.teamChatSettings.lock()
    const after = changedTeamChat(before, change.value, ports)
    if (!after.ok) return after
    const draft = { before, after: after.value }
    if (needsProbe(draft)) return ok(draft)
    await storeChange(stores, draft, entryOf)
    return ok(draft)
  })
  if (!drafted.ok) return drafted
  if (!needsProbe(drafted.value)) return ok(await teamChatStatus(ports, drafted.value.after))

  // Outside of any transaction, because a transaction must not wait for a server.
  const probed = await probeServer(ports, actor, drafted.value.after)
  if (!probed.ok) return probed
  const applied = await ports.transact(
    async (stores): Promise<Result<Result<TeamChatSettings, TeamChatError>, Forbidden>> => {
      if (!isAdministrator(await effectiveRoleOf(stores, actor)))
        return err({ code: 'account.forbidden' })
      // The result is committed, also when it refuses the change.
      return ok(await applyProbe(stores, drafted.value, probed.value, entryOf))
    },
  )
  if (!applied.ok) return applied
  return applied.value.ok ? ok(await teamChatStatus(ports, applied.value.value)) : applied.value
}

type EntryOf = (meta: AuditEntry['meta']) => AuditEntry

const needsProbe = ({ before, after }: Draft): boolean =>
  after.enabled && !(isAvailable(before) && isSameBot(before, after))

/** Stores the result of the probe, unless the settings have changed since they were read. */
async function applyProbe(
  stores: Pick<Stores, 'audit' | 'chatMarks' | 'identities' | 'now' | 'teamChatSettings'>,
  { before, after }: Draft,
  { result, wasAttempted }: ProbeOutcome,
  entryOf: EntryOf,
): Promise<Result<TeamChatSettings, TeamChatError>> {
  const current = await stores.teamChatSettings.lock()
  const isUntouched = isSameBot(before, current) && before.enabled === current.enabled
  if (result.ok) {
    // A concurrent call turned the same bot on first.
    if (isAvailable(current) && isSameBot(current, after)) return ok(current)
    if (!isUntouched) return err({ code: 'team_chat.changed_meanwhile' })
    const { id: botUserId, handle: botUsername } = result.value
    const verified = {
      ...after,
      botUserId,
      botUsername,
      lastTestOk: true,
      lastTestAt: await stores.now(),
    }
    await storeChange(stores, { before, after: verified }, entryOf)
    return ok(verified)
  }
  const reason = result.error
  const tested = wasAttempted ? { lastTestOk: false, lastTestAt: await stores.now() } : {}
  const off = { ...after, ...tested, enabled: false }
  const meta =
    isUntouched && !isAvailable(before) ? await replaceSettings(stores, { before, after: off }) : {}
  await stores.audit.append(failed(entryOf({ ...metaOf({ before, after }), ...meta, reason })))
  return err({ code: 'team_chat.probe_failed', reason })
}

/** Replaces the settings and audits it. Unchanged settings are not an action. */
async function storeChange(
  stores: Pick<Stores, 'audit' | 'chatMarks' | 'identities' | 'teamChatSettings'>,
  draft: Draft,
  entryOf: EntryOf,
): Promise<void> {
  const { before, after } = draft
  if (isSameBot(before, after) && before.enabled === after.enabled) return
  const meta = await replaceSettings(stores, draft)
  await stores.audit.append(entryOf({ ...metaOf(draft), ...meta }))
}

/**
 * Replaces the settings and what depends on them. The high-water mark starts when the bot is turned on, so that posts from
 * when it was off are never answered. A new server removes all links: its users are not those of the old one.
 */
async function replaceSettings(
  stores: Pick<Stores, 'chatMarks' | 'identities' | 'teamChatSettings'>,
  { before, after }: Draft,
): Promise<AuditEntry['meta']> {
  await stores.teamChatSettings.update(after)
  const isSameRunningBot =
    isAvailable(before) && isAvailable(after) && before.botUserId === after.botUserId
  if (!isSameRunningBot) await stores.chatMarks.removeAll()
  if (isAvailable(after) && after.botUserId !== null)
    await stores.chatMarks.begin(after.botUserId, after.lastTestAt)
  // Addresses are canonical. Another port or path of the same machine may be another server.
  if (before.baseUrl === after.baseUrl) return {}
  return { links_removed: await stores.identities.removeAll(teamChatSource) }
}

/** The requested change, without the token. */
function metaOf({ before, after }: Draft): AuditEntry['meta'] {
  const token =
    after.botTokenEnc === before.botTokenEnc
      ? 'kept'
      : after.botTokenEnc === null
        ? 'removed'
        : 'replaced'
  return {
    enabled: after.enabled,
    base_url: after.baseUrl,
    token,
    before: before.baseUrl,
    was_enabled: before.enabled,
  }
}
