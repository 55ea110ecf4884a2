import { configuredBot } from '../chat/configured-bot.ts'
import type { ChatIntake } from '../chat/listening/chat-intake.ts'
import { pushedIntake } from '../chat/listening/pushed-intake.ts'
import type { BotSettingsStores } from '../chat/settings/probing.ts'
import { ok } from '../model/result.ts'
import type { Ports, Transacts, WorkspaceChatBot, WorkspaceRequest } from '../ports/index.ts'
import { requestNotes } from './request-notes.ts'

/** `not_ours`: nothing proves that the request is for the bot, or none gets requests. `taken`: everything is stored. */
export type WorkspaceEventOutcome =
  | { readonly kind: 'not_ours' }
  | { readonly kind: 'challenge'; readonly challenge: string }
  | { readonly kind: 'taken' }

type TakingPorts = Pick<Ports, 'cipher' | 'clock' | 'ids' | 'log' | 'workspaceRequests'> &
  Transacts<'chatMarks' | 'chatPosts' | 'identities' | 'jobs' | BotSettingsStores>

/** The bot, and what takes its messages; null while it is off: then what people write is not answered. */
type Receiving = { readonly bot: WorkspaceChatBot; readonly intake: ChatIntake | null }

/** A request whose body is not read yet; null if it is too large or incomplete. */
export type UnreadWorkspaceRequest = Omit<WorkspaceRequest, 'body'> & {
  readonly readBody: () => Promise<Uint8Array | null>
}

const notOurs = { kind: 'not_ours' } as const
/** How long the bot is remembered: a forged request costs no look into the database. */
const rememberedMs = 5_000

/**
 * Takes events that the platform of the workspace chat sends in requests, in any number of processes. Throws if an event cannot
 * be stored, so that the platform sends it again.
 */
export function takeWorkspaceEvents(
  ports: TakingPorts,
): (request: UnreadWorkspaceRequest) => Promise<WorkspaceEventOutcome> {
  const notes = requestNotes(ports)
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
    if (found === null || headers.signature === null || headers.timestamp === null) return notOurs
    const body = await readBody()
    if (body === null) return notOurs
    const { bot, intake } = found
    const now = ports.clock.now()
    const content = ports.workspaceRequests.readEvent(bot, { ...headers, body }, now)
    if (content.kind === 'unsigned') return notOurs
    if (content.kind === 'challenge') return content
    const received = content.kind === 'event' ? content.received : null
    if (intake !== null && received !== null) await intake.receive(received)
    if (intake !== null)
      await notes.note(bot.botId, {
        isLimited: content.kind === 'limited',
        postedAt: received?.ok === true ? received.value.postedAt : null,
      })
    return { kind: 'taken' }
  }
}

/** Null if the bot gets no requests. */
async function readReceiving(ports: TakingPorts): Promise<Receiving | null> {
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
