import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, standingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { Ports, Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { probeWith, type Probed } from './probing.ts'
import { shownTeamChat, type ShownTeamChat } from './shown-team-chat.ts'
import { isSameBot } from './team-chat-change.ts'
import type { ProbeFault, ProbesExhausted } from '../model/team-chat/team-chat-errors.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'

export type ProbeTeamChat = { readonly actor: Actor }
/** `fault` is null when the server serves the bot. */
export type ProbedTeamChat = { readonly fault: ProbeFault | null; readonly teamChat: ShownTeamChat }

/**
 * Asks the team-chat server whether it serves the bot, and keeps the verdict. For Owner, Admin and operator. It vouches
 * for address and token only, and switches nothing.
 */
export async function probeTeamChat(
  ports: Pick<Ports, 'cipher' | 'guessBudgets' | 'log' | 'teamChatHealth' | 'teamChatProbe' | 'transact'>,
  { actor }: ProbeTeamChat,
): Promise<Result<ProbedTeamChat, Forbidden | ProbesExhausted>> {
  const found = await ports.transact(async (stores): Promise<Result<TeamChatSettings, Forbidden>> => {
    if (!isAdministrator(await standingOf(stores, actor))) return err({ code: 'account.forbidden' })
    return ok(await stores.teamChatSettings.read())
  })
  if (!found.ok) return found
  const probed = await probeWith(ports, actor, found.value)
  if (!probed.ok) return probed
  const fault = probed.value.verdict.ok ? null : probed.value.verdict.error
  const kept = await ports.transact(async (stores): Promise<Result<TeamChatSettings, Forbidden>> => {
    if (!isAdministrator(await standingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const entry = auditEntry(actor, 'team_chat.probe', 'settings:team_chat', { base_url: found.value.baseUrl, reason: fault })
    if (probed.value.wasAsked) await stores.audit.append(fault === null ? entry : failed(entry))
    return ok(await keepVerdict(stores, found.value, probed.value))
  })
  return kept.ok ? ok({ fault, teamChat: await shownTeamChat(ports, kept.value) }) : kept
}

/** Keeps what a probe of the settings found, unless there is another bot by now. */
async function keepVerdict(
  stores: Pick<Stores, 'now' | 'teamChatSettings'>,
  tested: TeamChatSettings,
  { verdict, wasAsked }: Probed,
): Promise<TeamChatSettings> {
  const current = await stores.teamChatSettings.hold()
  if (!wasAsked || !isSameBot(current, tested)) return current
  const bot = verdict.ok ? { botUserId: verdict.value.id, botUsername: verdict.value.handle } : {}
  const kept = { ...current, ...bot, lastTestOk: verdict.ok, lastTestAt: await stores.now() }
  await stores.teamChatSettings.update(kept)
  return kept
}
