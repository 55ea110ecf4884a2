import type { Actor } from '../model/actor.ts'
import type {
  BotIdentity,
  AttemptBucket,
  AttemptLimit,
  Ports,
  TeamChatFault,
} from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { ProbeFault, ProbesExhausted } from '../model/team-chat/team-chat-errors.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { tokenOf } from '../credentials/bot-token.ts'

/** Failed probes per person. */
export const probeLimit: AttemptLimit = {
  failuresMax: 60,
  windowSeconds: 600,
  firstDelaySeconds: 600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/** Faults that are found without a connection: they reveal nothing about the network. */
const localFaults: readonly TeamChatFault[] = ['address_invalid', 'address_forbidden']

/** The result of a probe; `wasAttempted` is false when address or token was missing. */
export type ProbeOutcome = {
  readonly result: Result<BotIdentity, ProbeFault>
  readonly wasAttempted: boolean
}

/** Probes server and token of the settings, whether the bot is on or off. After 60 failed probes in ten minutes, the person must wait. */
export async function probeServer(
  ports: Pick<Ports, 'cipher' | 'attemptLimits' | 'log' | 'chatPlatforms'>,
  actor: Actor,
  settings: TeamChatSettings,
): Promise<Result<ProbeOutcome, ProbesExhausted>> {
  const { baseUrl, botTokenEnc } = settings
  if (baseUrl === null) return ok({ result: err('address_missing'), wasAttempted: false })
  if (botTokenEnc === null) return ok({ result: err('token_missing'), wasAttempted: false })
  const token = tokenOf(ports, settings)
  if (token === null) return ok({ result: err('token_unreadable'), wasAttempted: false })

  const bucket: AttemptBucket = `team_chat_probe:${actor.kind === 'person' ? actor.userId : actor.kind}`
  const taken = await ports.attemptLimits.take(bucket, probeLimit)
  if (!taken.allowed)
    return err({
      code: 'team_chat.probes_exhausted',
      retryAfterSeconds: taken.retryAfterSeconds ?? probeLimit.windowSeconds,
    })
  const result = await ports.chatPlatforms.teamchat.probe.probe({ baseUrl, token })
  if (result.ok || localFaults.includes(result.error)) await ports.attemptLimits.refund(bucket)
  return ok({ result, wasAttempted: true })
}
