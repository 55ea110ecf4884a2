import type {
  BotMessengerDouble,
  DoubleUser,
  MessengerPerson,
  WorkspaceChatDouble,
  WorkspaceUser,
} from '@ken/testing'
import type { AnsweringWorld } from './answering.ts'
import { addLinkedPerson, turnOnMessenger } from './messenger.ts'
import { addLinkedMember, turnOnWorkspace } from './workspace.ts'

/** What the question is about. */
export const leaveDocuments = [
  {
    external_id: 'leave',
    source: 'wiki',
    title: 'Leave',
    url: 'https://wiki.example.com/leave',
    body: 'Everybody has thirty days of leave.',
    allowed: ['everyone'],
  },
]
const question = 'How much leave do I have?'
const answer = 'thirty days'
const posts = 'POST /posts'

/** When a process is killed: the one that takes messages while it does, else the worker. */
export type Step = 'take' | 'keep' | 'reserve' | 'post' | 'close'

/** A call of the worker that hangs at a step, before or after the platform has carried it out. */
type HangingCall = { readonly call: string; readonly behaviour: 'hang' | 'store_then_hang' }

/** A question, and what was written for it so far: answers, and lines that are none. */
export type AskedQuestion = {
  readonly postId: string
  readonly written: () => { readonly answers: number; readonly lines: number }
}

/** A chat as it is asked while processes are killed or paused, or its platform is unavailable. */
export type InterruptedChat = {
  readonly peopleCount: number
  /** The process that takes messages. */
  readonly takenBy: 'scheduler' | 'server'
  readonly steps: readonly Step[]
  /** For the steps in the middle of a call. */
  readonly hanging: Partial<Record<Step, HangingCall>>
  readonly hangOnce: (call: HangingCall) => void
  readonly countOf: (call: string) => number
  /** As the person of a number, from 0. */
  readonly ask: (person: number) => AskedQuestion
}

const found = (texts: readonly string[]) => {
  const answers = texts.filter((text) => text.includes(answer)).length
  return { answers, lines: texts.length - answers }
}

/** Team chat, with people of these names. */
export async function interruptedTeamChat(
  team: AnsweringWorld,
  names: readonly string[],
): Promise<InterruptedChat> {
  const people: DoubleUser[] = []
  for (const name of names) people.push(await team.addLinked(name))
  return {
    peopleCount: people.length,
    takenBy: 'scheduler',
    steps: ['take', 'keep', 'post', 'close'],
    hanging: {
      keep: { call: posts, behaviour: 'hang' },
      post: { call: posts, behaviour: 'store_then_hang' },
    },
    hangOnce: ({ behaviour }) => team.chat.behaveOnce(posts, behaviour),
    countOf: (call) => team.chat.requests.filter(({ route }) => route === call).length,
    ask: (person) => {
      const asked = team.chat.say(people[person]!, question)
      return {
        postId: asked.id,
        written: () => found(team.answersTo(asked).map(({ message }) => message)),
      }
    },
  }
}

/** The workspace chat, with members that are linked to the accounts of these names. */
export async function interruptedWorkspaceChat(
  team: AnsweringWorld,
  workspace: WorkspaceChatDouble,
  names: readonly string[],
): Promise<InterruptedChat> {
  await turnOnWorkspace(team, workspace)
  const people: WorkspaceUser[] = []
  for (const name of names) people.push(await addLinkedMember(team, workspace, name))
  const { botUser, teamId } = workspace.world
  return {
    peopleCount: people.length,
    takenBy: 'scheduler',
    steps: ['take', 'keep', 'post', 'close'],
    hanging: {
      keep: { call: 'chat.postMessage', behaviour: 'hang' },
      post: { call: 'chat.postMessage', behaviour: 'store_then_hang' },
    },
    hangOnce: ({ call, behaviour }) => workspace.behaveOnce(call, behaviour),
    countOf: (call) => workspace.calls.filter(({ method }) => method === call).length,
    ask: (person) => {
      const user = people[person]!
      const { ts } = workspace.say(user, question)
      const isReply = (message: { readonly user: string; readonly thread_ts?: string }) =>
        message.user === botUser.id && message.thread_ts === ts
      return {
        postId: `workspace_chat:${teamId}:${workspace.channelOf(user)}:${ts}`,
        written: () =>
          found(
            workspace
              .messages(user)
              .filter(isReply)
              .map(({ text }) => text),
          ),
      }
    },
  }
}

/** The bot messenger, with people who are linked to the accounts of these names. */
export async function interruptedMessenger(
  team: AnsweringWorld,
  messenger: BotMessengerDouble,
  names: readonly string[],
): Promise<InterruptedChat> {
  await turnOnMessenger(team, messenger)
  const people: MessengerPerson[] = []
  for (const name of names) people.push(await addLinkedPerson(team, messenger, name))
  return {
    peopleCount: people.length,
    takenBy: 'scheduler',
    steps: ['take', 'keep', 'reserve', 'post', 'close'],
    hanging: {
      keep: { call: 'sendMessage', behaviour: 'hang' },
      reserve: { call: 'sendMessage', behaviour: 'store_then_hang' },
      post: { call: 'editMessageText', behaviour: 'store_then_hang' },
    },
    hangOnce: ({ call, behaviour }) => messenger.behaveOnce(call, behaviour),
    countOf: (call) => messenger.requests.filter(({ method }) => method === call).length,
    ask: (person) => {
      const { id } = people[person]!
      const { message_id: asked } = messenger.say(people[person]!, question)
      return {
        postId: `bot_messenger:${messenger.bot.id}:${id}:${asked}`,
        written: () =>
          found(
            messenger
              .messages(people[person]!)
              .filter(({ reply_to_message: to }) => to?.message_id === asked)
              .map(({ text }) => text ?? ''),
          ),
      }
    },
  }
}
