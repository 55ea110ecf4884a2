import { maskedEmail } from '../../model/identities/identity.ts'
import { personOnBehalf } from '../../authorization/on-behalf.ts'
import { redeemLinkCode } from '../../identities/redeem-link-code.ts'
import type { BotSettingsStores, JobOf, JobOutcome, Ports, Transacts } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import { matchChatSender } from './match-chat-sender.ts'
import { refusalAfterMs, refusalText } from './refusal.ts'
import {
  deliverReply,
  openConversationTurn,
  type ConversationTurn,
  type ConversationTurnPorts,
} from './conversation-turn.ts'

type AdmitPorts = ConversationTurnPorts &
  Pick<
    Ports,
    | 'attemptLimits'
    | 'clock'
    | 'identityHolders'
    | 'ids'
    | 'linkCodeSource'
    | 'pause'
    | 'workspaceDirectory'
  > &
  Transacts<
    | 'accounts'
    | 'audit'
    | 'identities'
    | 'jobs'
    | 'linkCodes'
    | 'lockAccount'
    | 'now'
    | BotSettingsStores
  >
type AdmitJob = JobOf<'admit_chat_sender'>

/**
 * Links the sender of a valid link code or, if matching by address is on, a sender whose address the platform
 * confirmed. Everyone else gets the same text, equally long after the post arrived.
 */
export async function admitChatSender(ports: AdmitPorts, job: AdmitJob): Promise<JobOutcome> {
  const startedAt = ports.clock.now().getTime()
  const turn = await openConversationTurn(ports, job)
  // What an attempt to answer stored for a person is that job's to post or to withhold.
  if (turn === null || turn.answerFor !== null) return ok(null)
  const account = turn.storedParts === null ? await link(ports, job, turn) : null
  // The arrival is by the clock of another process, which may be ahead.
  await ports.pause.until(
    new Date(Math.min(new Date(job.arrivedAt).getTime(), startedAt) + refusalAfterMs),
  )
  const linkedText = `You are linked to \`${account}\`. Ask me anything.`
  const parts = turn.storedParts ?? [account === null ? refusalText : linkedText]
  const outcome = parts[0] === refusalText ? 'refused' : 'linked'
  const reply = { parts, basedOn: [], answerFor: null, outcome } as const
  return deliverReply(ports, job, turn, { ...reply, exchange: null })
}

/** The masked address of the linked account; null for every reason to refuse. */
async function link(ports: AdmitPorts, job: AdmitJob, turn: ConversationTurn) {
  const { authorId, isAdmitted, isCaption, isEdited, isCommand, wasLinked } = job
  const { bot, surface, text } = turn
  if (!isAdmitted) return null
  const isWholeText = !isCaption && !isEdited && !isCommand
  if (!isWholeText || !ports.linkCodeSource.isCode(text)) return matchChatSender(ports, job, turn)
  const redeemed = await redeemLinkCode(ports, {
    actor: surface,
    externalId: authorId,
    code: text,
    bot,
  })
  if (redeemed.ok) return redeemed.value.account
  // An earlier attempt may have redeemed the code and failed before it could post.
  const person = wasLinked ? null : await personOnBehalf(ports, surface, authorId)
  return person === null ? null : maskedEmail(person.holder.email)
}
