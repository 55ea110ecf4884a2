import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, standingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry, failed, type AuditEntry } from '../model/audit-entry.ts'
import type { Ports, Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { probeWith, type Probed } from './probing.ts'
import { shownTeamChat, type ShownTeamChat } from './shown-team-chat.ts'
import { changedTeamChat, isSameBot, parseTeamChatChange, type TeamChatInput } from './team-chat-change.ts'
import type { TeamChatError } from '../model/team-chat/team-chat-errors.ts'
import { isAvailable, teamChatSource, type TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'

export type ChangeTeamChat = TeamChatInput & { readonly actor: Actor }

type Refusal = Forbidden | TeamChatError
type Draft = { readonly before: TeamChatSettings; readonly after: TeamChatSettings }

/**
 * Changes address, token and switch of the team-chat bot. For Owner, Admin and operator. It is turned on only when its
 * server just said who it is. When the server does not, the bot stays as it was: one that is on goes on
 * with what it has; of one that is off, what was given is kept for another try.
 */
export async function changeTeamChat(
  ports: Pick<Ports, 'cipher' | 'guessBudgets' | 'log' | 'teamChatHealth' | 'teamChatProbe' | 'transact'>,
  { actor, ...input }: ChangeTeamChat,
): Promise<Result<ShownTeamChat, Refusal>> {
  const change = parseTeamChatChange(input)
  if (!change.ok) return change
  const entryOf = (meta: AuditEntry['meta']) => auditEntry(actor, 'team_chat.change', 'settings:team_chat', meta)

  const drafted = await ports.transact(async (stores): Promise<Result<Draft, Refusal>> => {
    if (!isAdministrator(await standingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const before = await stores.teamChatSettings.hold()
    const after = changedTeamChat(before, change.value, ports)
    if (!after.ok) return after
    const draft = { before, after: after.value }
    if (needsProof(draft)) return ok(draft)
    await keep(stores, draft, entryOf)
    return ok(draft)
  })
  if (!drafted.ok) return drafted
  if (!needsProof(drafted.value)) return ok(await shownTeamChat(ports, drafted.value.after))

  // Outside of any transaction, which must not wait for a server.
  const probed = await probeWith(ports, actor, drafted.value.after)
  if (!probed.ok) return probed
  const settled = await ports.transact(async (stores): Promise<Result<Result<TeamChatSettings, TeamChatError>, Forbidden>> => {
    if (!isAdministrator(await standingOf(stores, actor))) return err({ code: 'account.forbidden' })
    // What is found now is committed, also when it refuses.
    return ok(await settle(stores, drafted.value, probed.value, entryOf))
  })
  if (!settled.ok) return settled
  return settled.value.ok ? ok(await shownTeamChat(ports, settled.value.value)) : settled.value
}

type EntryOf = (meta: AuditEntry['meta']) => AuditEntry

const needsProof = ({ before, after }: Draft): boolean => after.enabled && !(isAvailable(before) && isSameBot(before, after))

/** Keeps the verdict, unless somebody else changed the settings since they were read. */
async function settle(
  stores: Pick<Stores, 'audit' | 'chatMarks' | 'identities' | 'now' | 'teamChatSettings'>,
  { before, after }: Draft,
  { verdict, wasAsked }: Probed,
  entryOf: EntryOf,
): Promise<Result<TeamChatSettings, TeamChatError>> {
  const current = await stores.teamChatSettings.hold()
  const isUntouched = isSameBot(before, current) && before.enabled === current.enabled
  if (verdict.ok) {
    // Somebody else turned the same bot on first.
    if (isAvailable(current) && isSameBot(current, after)) return ok(current)
    if (!isUntouched) return err({ code: 'team_chat.changed_meanwhile' })
    const { id: botUserId, handle: botUsername } = verdict.value
    const proven = { ...after, botUserId, botUsername, lastTestOk: true, lastTestAt: await stores.now() }
    await keep(stores, { before, after: proven }, entryOf)
    return ok(proven)
  }
  const reason = verdict.error
  const tested = wasAsked ? { lastTestOk: false, lastTestAt: await stores.now() } : {}
  const off = { ...after, ...tested, enabled: false }
  const meta = isUntouched && !isAvailable(before) ? await replace(stores, { before, after: off }) : {}
  await stores.audit.append(failed(entryOf({ ...metaOf({ before, after }), ...meta, reason })))
  return err({ code: 'team_chat.probe_failed', reason })
}

/** Replaces the settings and notes it; what is the same already is no act. */
async function keep(
  stores: Pick<Stores, 'audit' | 'chatMarks' | 'identities' | 'teamChatSettings'>,
  draft: Draft,
  entryOf: EntryOf,
): Promise<void> {
  const { before, after } = draft
  if (isSameBot(before, after) && before.enabled === after.enabled) return
  const meta = await replace(stores, draft)
  await stores.audit.append(entryOf({ ...metaOf(draft), ...meta }))
}

/**
 * Replaces the settings, with what hangs on them. What people write is taken from when the bot is turned on, and nothing
 * that they wrote while it was off, also where nobody listened all that time. Who is who on one server says nothing of
 * another, which may claim to be anybody: links do not go along.
 */
async function replace(
  stores: Pick<Stores, 'chatMarks' | 'identities' | 'teamChatSettings'>,
  { before, after }: Draft,
): Promise<AuditEntry['meta']> {
  await stores.teamChatSettings.update(after)
  const goesOn = isAvailable(before) && isAvailable(after) && before.botUserId === after.botUserId
  if (!goesOn) await stores.chatMarks.forget()
  if (isAvailable(after) && after.botUserId !== null) await stores.chatMarks.begin(after.botUserId, after.lastTestAt)
  // Addresses have one spelling. Another port or path of the same machine may be another server.
  if (before.baseUrl === after.baseUrl) return {}
  return { links_removed: await stores.identities.removeAll(teamChatSource) }
}

/** What was asked for, without the token. */
function metaOf({ before, after }: Draft): AuditEntry['meta'] {
  const token = after.botTokenEnc === before.botTokenEnc ? 'kept' : after.botTokenEnc === null ? 'removed' : 'replaced'
  return { enabled: after.enabled, base_url: after.baseUrl, token, before: before.baseUrl, was_enabled: before.enabled }
}
