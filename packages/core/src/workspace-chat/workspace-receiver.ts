import { configuredBot } from '../chat/configured-bot.ts'
import type { ChatIntake } from '../chat/listening/chat-intake.ts'
import { pushedIntake } from '../chat/listening/pushed-intake.ts'
import type { BotSettingsStores } from '../chat/settings/probing.ts'
import { ok } from '../model/result.ts'
import type { Ports, Transacts, WorkspaceChatBot, WorkspaceRequest } from '../ports/index.ts'

export type WorkspaceReceiverPorts = Pick<Ports, 'cipher' | 'clock' | 'ids' | 'log'> &
  Transacts<'chatMarks' | 'chatPosts' | 'identities' | 'jobs' | BotSettingsStores>

/** A request whose body is not read yet; null if it is too large or incomplete. */
export type UnreadWorkspaceRequest = Omit<WorkspaceRequest, 'body'> & {
  readonly readBody: () => Promise<Uint8Array | null>
}

/** The bot, and what takes its messages; null while it is off: then what people write is not answered. */
type Receiving = { readonly bot: WorkspaceChatBot; readonly intake: ChatIntake | null }

/** A request that may be for the bot. Nothing has verified it yet. */
export type ReceivedWorkspaceRequest = Receiving & { readonly request: WorkspaceRequest }

/** How long the bot is remembered: a forged request costs no look into the database. */
const rememberedMs = 5_000

/** Reads requests to the bot of the workspace chat; null for those that cannot be, or if it gets none. */
export function workspaceReceiver(
  ports: WorkspaceReceiverPorts,
): (request: UnreadWorkspaceRequest) => Promise<ReceivedWorkspaceRequest | null> {
  let remembered: Promise<Receiving | null> | null = null
  let forgottenAtMs = 0

  async function receiving(): Promise<Receiving | null> {
    const nowMs = ports.clock.now().getTime()
    if (remembered === null || nowMs >= forgottenAtMs) {
      forgottenAtMs = nowMs + rememberedMs
      remembered = readReceiving(ports)
    }
    try {
      return await remembered
    } catch (error) {
      forgottenAtMs = 0
      throw error
    }
  }
  return async ({ readBody, ...headers }) => {
    const found = await receiving()
    if (found === null || headers.signature === null || headers.timestamp === null) return null
    const body = await readBody()
    return body === null ? null : { ...found, request: { ...headers, body } }
  }
}

/** Null if the bot gets no requests. */
async function readReceiving(ports: WorkspaceReceiverPorts): Promise<Receiving | null> {
  const { value } = await ports.transact(async (stores) => {
    const configured = await configuredBot(ports, stores, 'workspace_chat')
    const bot = configured.open('while_off')
    if (bot?.source !== 'workspace_chat' || bot.signingSecret === null) return ok(null)
    const mark = configured.isAvailable ? await stores.chatMarks.begin(bot.botId, null) : null
    return ok({ bot, mark, isOn: configured.isAvailable })
  })
  if (value === null) return null
  const { bot, mark, isOn } = value
  return { bot, intake: isOn ? pushedIntake(ports, { bot, mark }) : null }
}
