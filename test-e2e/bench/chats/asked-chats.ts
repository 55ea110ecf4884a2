import type {
  BotMessengerDouble,
  DoubleUser,
  MessengerPerson,
  WorkspaceChatDouble,
  WorkspaceUser,
} from '@ken/testing'
import type { AnsweringWorld } from '../../support/chats/answering.ts'
import { addLinkedPerson } from '../../support/chats/messenger.ts'
import { addLinkedMember } from '../../support/chats/workspace.ts'

/** A question or the message of a stranger. */
export type Asked = { readonly id: string; readonly at: number }
/** A chat as the bench uses it. Times are by one clock. */
export type AskedChat = {
  readonly ask: () => Asked
  readonly greet: () => Asked
  readonly answeredAt: ReadonlyMap<string, number>
  /** Makes every call that writes hang until the other side gives up. */
  readonly setHanging: (isHanging: boolean) => void
}
export type AskedChats = Record<'teamChat' | 'workspaceChat' | 'botMessenger', AskedChat>

/** People who are linked in all chats, and who ask in turn. */
export async function askedChats(
  team: AnsweringWorld,
  messenger: BotMessengerDouble,
  workspace: WorkspaceChatDouble,
  peopleCount: number,
): Promise<AskedChats> {
  const people: {
    readonly user: DoubleUser
    readonly person: MessengerPerson
    readonly member: WorkspaceUser
  }[] = []
  for (let count = 0; count < peopleCount; count += 1) {
    const user = await team.addLinked(`linked-${count}`)
    const person = await addLinkedPerson(team, messenger, `linked-${count}`)
    const member = await addLinkedMember(team, workspace, `linked-${count}`)
    people.push({ user, person, member })
  }
  let turn = 0
  const next = () => people[(turn += 1) % peopleCount]!
  const question = () => `Where is the press${turn % 40}?`
  const teamChat: AskedChat = {
    ask: () => inTeamChat(team, next().user, question()),
    greet: () => inTeamChat(team, team.chat.addPerson(`stranger-${(turn += 1)}`), 'hello there'),
    answeredAt: answersOfTeamChat(team),
    setHanging: (isHanging) => team.chat.behave('*', isHanging ? 'hang' : 'ok'),
  }
  const workspaceChat: AskedChat = {
    ask: () => inWorkspace(workspace, next().member, question()),
    greet: () => inWorkspace(workspace, workspace.addPerson(`S${(turn += 1)}`), 'hello there'),
    answeredAt: answersOfWorkspace(workspace),
    setHanging: (isHanging) => workspace.behave('chat.postMessage', isHanging ? 'hang' : 'ok'),
  }
  const botMessenger: AskedChat = {
    ask: () => inMessenger(messenger, next().person, question()),
    greet: () => inMessenger(messenger, messenger.addPerson(`S${(turn += 1)}`), 'hello there'),
    answeredAt: answersOfMessenger(messenger),
    setHanging: (isHanging) => {
      for (const method of ['sendMessage', 'editMessageText', 'sendChatAction'])
        messenger.behave(method, isHanging ? 'hang' : 'ok')
    },
  }
  return { teamChat, workspaceChat, botMessenger }
}

const inTeamChat = (
  { chat }: AnsweringWorld,
  user: Parameters<AnsweringWorld['chat']['say']>[0],
  text: string,
): Asked => {
  const { id, create_at: at } = chat.say(user, text)
  return { id, at }
}
const inWorkspace = (workspace: WorkspaceChatDouble, user: WorkspaceUser, text: string): Asked => {
  const at = Date.now()
  return { id: workspace.say(user, text).ts, at }
}
const inMessenger = (
  messenger: BotMessengerDouble,
  person: Parameters<BotMessengerDouble['say']>[0],
  text: string,
): Asked => {
  const at = Date.now()
  return { id: String(messenger.say(person, text).message_id), at }
}

function answersOfTeamChat({ chat }: AnsweringWorld): ReadonlyMap<string, number> {
  const answers = new Map<string, number>()
  chat.world.listeners.add(({ event, data }) => {
    if (event !== 'posted' || !('post' in data)) return
    const { create_at: at, props } = JSON.parse(String(data.post)) as {
      readonly create_at: number
      readonly props: { readonly [name: string]: unknown }
    }
    const replied = props['ken_reply_to']
    if (typeof replied === 'string') answers.set(replied, answers.get(replied) ?? at)
  })
  return answers
}

function answersOfMessenger({ world }: BotMessengerDouble): ReadonlyMap<string, number> {
  const answers = new Map<string, number>()
  world.editListeners.add(({ reply_to_message: replied }) => {
    const id = String(replied?.message_id)
    answers.set(id, answers.get(id) ?? Date.now())
  })
  return answers
}

function answersOfWorkspace({ world }: WorkspaceChatDouble): ReadonlyMap<string, number> {
  const answers = new Map<string, number>()
  world.listeners.add(({ payload }) => {
    const { event } = payload as {
      readonly event?: { readonly user?: unknown; readonly thread_ts?: unknown }
    }
    const { user, thread_ts: id } = event ?? {}
    if (user === world.botUser.id && typeof id === 'string')
      answers.set(id, answers.get(id) ?? Date.now())
  })
  return answers
}
