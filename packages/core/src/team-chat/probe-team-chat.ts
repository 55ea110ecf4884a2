import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { Ports, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { probeServer, type ProbeOutcome } from './probe-server.ts'
import { teamChatStatus, type TeamChatStatus } from './team-chat-status.ts'
import { isSameBot } from './team-chat-change.ts'
import type { ProbeFault, ProbesExhausted } from '../model/team-chat/team-chat-errors.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'

export type ProbeTeamChat = { readonly actor: Actor }
/** `fault` is null when the server serves the bot. */
export type ProbedTeamChat = {
  readonly fault: ProbeFault | null
  readonly teamChat: TeamChatStatus
}

/**
 * Probes the team-chat server with the bot's token, and stores the result. For Owner, Admin and operator. It verifies
 * address and token only, and turns nothing on or off.
 */
export async function probeTeamChat(
  ports: Pick<Ports, 'cipher' | 'attemptLimits' | 'log' | 'chatHealth' | 'chatPlatforms'> &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'now' | 'teamChatSettings'>,
  { actor }: ProbeTeamChat,
): Promise<Result<ProbedTeamChat, Forbidden | ProbesExhausted>> {
  const found = await ports.transact(
    async (stores): Promise<Result<TeamChatSettings, Forbidden>> => {
      if (!isAdministrator(await effectiveRoleOf(stores, actor)))
        return err({ code: 'account.forbidden' })
      return ok(await stores.teamChatSettings.read())
    },
  )
  if (!found.ok) return found
  const probed = await probeServer(ports, actor, found.value)
  if (!probed.ok) return probed
  const fault = probed.value.result.ok ? null : probed.value.result.error
  const kept = await ports.transact(
    async (stores): Promise<Result<TeamChatSettings, Forbidden>> => {
      if (!isAdministrator(await effectiveRoleOf(stores, actor)))
        return err({ code: 'account.forbidden' })
      const entry = auditEntry(actor, 'team_chat.probe', 'settings:team_chat', {
        base_url: found.value.baseUrl,
        reason: fault,
      })
      if (probed.value.wasAttempted)
        await stores.audit.append(fault === null ? entry : failed(entry))
      return ok(await storeProbeResult(stores, found.value, probed.value))
    },
  )
  return kept.ok ? ok({ fault, teamChat: await teamChatStatus(ports, kept.value) }) : kept
}

/** Stores the result of a probe, unless the bot has changed since. */
async function storeProbeResult(
  stores: Pick<Stores, 'now' | 'teamChatSettings'>,
  tested: TeamChatSettings,
  { result, wasAttempted }: ProbeOutcome,
): Promise<TeamChatSettings> {
  const current = await stores.teamChatSettings.lock()
  if (!wasAttempted || !isSameBot(current, tested)) return current
  const bot = result.ok ? { botUserId: result.value.id, botUsername: result.value.handle } : {}
  const kept = { ...current, ...bot, lastTestOk: result.ok, lastTestAt: await stores.now() }
  await stores.teamChatSettings.update(kept)
  return kept
}
