import { maskedEmail } from '../model/identities/identity.ts'
import { personOnBehalf } from '../authorization/on-behalf.ts'
import { redeemLinkCode } from '../identities/redeem-link-code.ts'
import type { JobOf, JobOutcome, Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { refusalAfterMs, refusalText } from './refusal.ts'
import { endTurn, openTurn, type Turn, type TurnPorts } from './turn.ts'

type AdmitPorts = TurnPorts & Pick<Ports, 'clock' | 'guessBudgets' | 'identityHolders' | 'ids' | 'linkCodeSource' | 'pause'>
type AdmitJob = JobOf<'admit_chat_sender'>

/**
 * Links whoever sent a link code to the bot, and tells everybody else one and the same, at the same time after it arrived.
 */
export async function admitChatSender(ports: AdmitPorts, job: AdmitJob): Promise<JobOutcome> {
  const startedAt = ports.clock.now().getTime()
  const turn = await openTurn(ports, job)
  if (turn === null) return ok(null)
  const account = turn.kept === null ? await link(ports, job, turn) : null
  // It arrived by the clock of another process, which may be ahead.
  await ports.pause.until(new Date(Math.min(new Date(job.arrivedAt).getTime(), startedAt) + refusalAfterMs))
  const linkedText = `You are linked to \`${account}\`. Ask me anything.`
  const parts = turn.kept ?? [account === null ? refusalText : linkedText]
  const outcome = parts[0] === refusalText ? 'refused' : 'linked'
  return endTurn(ports, job, turn, { parts, restsOn: [], outcome, together: async () => {} })
}

/** The masked address of the account that the code belongs to; null for whatever is wrong. */
async function link(ports: AdmitPorts, { authorId, isAdmitted, wasLinked }: AdmitJob, { surface, text }: Turn) {
  if (!isAdmitted || !ports.linkCodeSource.isCode(text)) return null
  const redeemed = await redeemLinkCode(ports, { actor: surface, externalId: authorId, code: text })
  if (redeemed.ok) return redeemed.value.account
  // A former try may have linked them, and died before it could say so: the code is used up since.
  const person = wasLinked ? null : await personOnBehalf(ports, surface, authorId)
  return person === null ? null : maskedEmail(person.holder.email)
}
