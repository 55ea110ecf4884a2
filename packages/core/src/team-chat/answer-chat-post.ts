import { answerQuestion } from '../answers/answer-question.ts'
import { answerText } from '../model/answers/answer.ts'
import { earlierMessagesMax, keptText, type ConversationKey, type Message } from '../model/conversation.ts'
import { personOnBehalf, type PersonOnBehalf } from '../authorization/on-behalf.ts'
import type { JobOf, JobOutcome, Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { answerParts } from '../model/team-chat/answer-parts.ts'
import { isShownCode, refusalText } from './refusal.ts'
import { closeTurn, endTurn, openTurn, type Turn, type TurnPorts } from './turn.ts'

type AnswerPorts = TurnPorts &
  Pick<Ports, 'answerModel' | 'embedder' | 'identityHolders' | 'ids' | 'linkCodeSource' | 'searchIndex'>
type AnswerJob = JobOf<'answer_chat_post'>

const wordlessText = 'Please ask in words: I do not read files.'
const outdatedText = 'What you may see has changed since you asked. Please ask again.'

/**
 * Answers what somebody wrote to the bot, in the thread it was written in, from what the person may see at this moment.
 * Whoever it does not answer goes to another queue, before anything is searched. At most one answer is seen, and none
 * is lost, however often this is tried.
 */
export async function answerChatPost(ports: AnswerPorts, job: AnswerJob): Promise<JobOutcome> {
  const turn = await openTurn(ports, job)
  if (turn === null) return ok(null)
  const person = await personOnBehalf(ports, turn.surface, job.authorId)
  const isCode = ports.linkCodeSource.isCode(turn.text) && (person === null || isShownCode(turn.text))
  if (person !== null && job.isAdmitted && !isCode) {
    const answered = await answerPerson(ports, job, turn, person)
    if (answered !== null) return answered
  }
  // What was to be said to somebody who may hear it no more.
  if (turn.kept !== null && person === null && turn.kept[0] !== refusalText) {
    await closeTurn(ports, job, 'dropped')
    return ok(null)
  }
  await ports.transact(async ({ jobs }) => {
    return ok(await jobs.enqueue([{ ...job, kind: 'admit_chat_sender', wasLinked: person !== null }]))
  })
  return ok(null)
}

/** Null when they may not be answered any more once the answer is there. */
async function answerPerson(ports: AnswerPorts, job: AnswerJob, turn: Turn, person: PersonOnBehalf): Promise<JobOutcome | null> {
  const { channelId, rootId } = job
  const { userId, principals } = person.holder
  const key: ConversationKey = { source: turn.surface.source, channelId, rootId }
  const question = keptText(turn.text)
  const typing = ports.teamChatThreads.startTyping(turn.bot, { channelId, rootId })
  try {
    const found =
      turn.kept === null
        ? await answerTo(ports, { question, key, isFirst: rootId === job.postId, userId, principals })
        : { parts: turn.kept, text: '', restsOn: turn.restsOn }
    // A model writes for many seconds, and a server may be away for hours.
    const mayHaveChanged = ports.answerModel !== null || turn.kept !== null
    const said = mayHaveChanged ? await stillFor(ports, turn, job, found) : found
    if (said === null) return null
    const { parts, text, restsOn } = said
    const messages: readonly Message[] = [
      { role: 'person', text: question, restsOn: [] },
      { role: 'assistant', text, restsOn },
    ]
    return await endTurn(ports, job, turn, {
      parts,
      restsOn,
      outcome: 'answered',
      together: ({ conversations }) => conversations.append(key, userId, messages, () => ports.ids.newId()),
    })
  } finally {
    typing.stop()
  }
}

type Holder = PersonOnBehalf['holder']
type Question = Pick<Holder, 'userId' | 'principals'> & {
  readonly question: string
  readonly key: ConversationKey
  /** It begins its thread. */
  readonly isFirst: boolean
}
type Told = { readonly parts: readonly string[] } & Pick<Message, 'text' | 'restsOn'>

const told = (text: string, restsOn: Message['restsOn']): Told => ({ parts: answerParts(text), text, restsOn })

async function answerTo(ports: AnswerPorts, { question, key, isFirst, userId, principals }: Question): Promise<Told> {
  const visibility = { principals, sources: null }
  const earlier = isFirst ? [] : await earlierIn(ports, key, { userId, principals })
  const answered = await answerQuestion(ports, { visibility, question, earlier })
  return answered.ok ? told(answerText(answered.value), answered.value.restsOn) : told(wordlessText, [])
}

/** What the person said in the conversation, and was answered from what they may see still. */
const earlierIn = async (
  { transact }: AnswerPorts,
  key: ConversationKey,
  { userId, principals }: Pick<Holder, 'userId' | 'principals'>,
): Promise<readonly Message[]> =>
  (
    await transact(async ({ conversations, documents }) => {
      const said = await conversations.listMessages(key, userId, earlierMessagesMax)
      const visible = await documents.findVisible(
        said.flatMap(({ restsOn }) => restsOn),
        principals,
      )
      return ok(said.filter(({ restsOn }) => restsOn.every((id) => visible.has(id))))
    })
  ).value

/** What was found, if its person may see by now what it rests on, and something else for it if not; null for nobody's. */
async function stillFor(ports: AnswerPorts, { surface }: Turn, { authorId }: AnswerJob, found: Told): Promise<Told | null> {
  const person = await personOnBehalf(ports, surface, authorId)
  if (person === null) return null
  const { principals } = person.holder
  const { value: visible } = await ports.transact(async ({ documents }) =>
    ok(await documents.findVisible(found.restsOn, principals)),
  )
  return found.restsOn.every((id) => visible.has(id)) ? found : told(outdatedText, [])
}
