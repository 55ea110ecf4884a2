import { botMessengerDouble, workspaceChatDouble } from '@ken/testing'
import { answeringWorld } from '../../support/chats/answering.ts'
import { killsIn, replace, startKilledProcesses } from '../../support/chats/chat-kills.ts'
import {
  interruptedMessenger,
  interruptedTeamChat,
  interruptedWorkspaceChat,
  leaveDocuments,
} from '../../support/chats/interrupted-chat.ts'
import { postMessages } from '../../support/chats/messenger.ts'
import { sendRequests } from '../../support/chats/workspace.ts'
import { randomNumbers } from '../random-numbers.ts'

const killsCount = Number(process.env['KEN_BENCH_KILLS'] ?? 50)
const seed = Number(process.env['KEN_BENCH_SEED'] ?? 1)
const peopleCount = 10

/**
 * Kills what takes a message, and the worker before a call, after the platform carried one out, and at a random moment of a
 * turn: 50 times in each of the three chats, and once more in those that can send their messages to Ken, while they do
 * (`KEN_BENCH_KILLS`, `KEN_BENCH_SEED`). Reports each kill when it has ended.
 */
export async function chatKills(): Promise<unknown> {
  await using opened = new AsyncDisposableStack()
  const reach = (url: string): string => String(new URL(new URL(url).pathname, running.server.url))
  // Its last attempt is later than a process takes to start, as on the real platform.
  const workspace = opened.adopt(
    await workspaceChatDouble({ reach, retryMs: 5_000 }),
    ({ close }) => close(),
  )
  const messenger = opened.adopt(await botMessengerDouble({ reach }), ({ close }) => close())
  const env = { KEN_WORKSPACE_CHAT_URL: workspace.apiUrl, KEN_BASE_URL: 'https://ken.test' }
  const team = opened.use(await answeringWorld(leaveDocuments, env))
  const names = Array.from({ length: peopleCount }, (_, count) => `person-${count}`)
  const teamChat = await interruptedTeamChat(team, names)
  const workspaceChat = await interruptedWorkspaceChat(team, workspace, names)
  const botMessenger = await interruptedMessenger(team, messenger, names)
  const running = opened.use(await startKilledProcesses(team))
  const killing = {
    team,
    running,
    random: randomNumbers(seed),
    killsCount,
    report: (kill: string) => console.error(kill),
  }
  const figures = {
    teamChat: await killsIn(teamChat, killing),
    workspaceChat: await killsIn(workspaceChat, killing),
    botMessenger: await killsIn(botMessenger, killing),
  }
  await postMessages(team)
  await sendRequests(team, workspace)
  // It reads the settings when it starts.
  await replace('scheduler', killing)
  return {
    ...figures,
    workspaceChatByRequests: await killsIn({ ...workspaceChat, takenBy: 'server' }, killing),
    botMessengerByWebhook: await killsIn({ ...botMessenger, takenBy: 'server' }, killing),
  }
}
