import type { BotMessengerProbeFault } from '../../model/bot-messenger/bot-messenger-errors.ts'
import type { ChatSource } from '../../model/chat/chat-source.ts'
import type { Result } from '../../model/result.ts'
import type { TeamChatFault } from '../../model/team-chat/team-chat-errors.ts'
import type { WorkspaceChatFault } from '../../model/workspace-chat/workspace-chat-errors.ts'
import type {
  BotMessengerBot,
  BotMessengerServer,
  TeamChatServer,
  WorkspaceChatTokens,
} from './chat-bot.ts'

/** The user that a token belongs to. */
export type BotIdentity = { readonly id: string; readonly handle: string }

/** The user that the tokens belong to, its workspace or organization, and the app. */
export type WorkspaceChatIdentity = BotIdentity & {
  readonly workspaceId: string
  readonly workspaceName: string
  readonly appId: string
  /** What the app may do in the workspace; null if the platform does not say. */
  readonly scopes: readonly string[] | null
}

/** The server and token, and the addresses that Ken has set as webhooks. */
export type MessengerProbeSubject = BotMessengerServer & Pick<BotMessengerBot, 'webhookAddresses'>

/** What a probe is given, finds and may fail with, by platform. */
type Probes = {
  readonly teamchat: {
    readonly subject: TeamChatServer
    readonly found: BotIdentity
    readonly fault: TeamChatFault
  }
  readonly workspace_chat: {
    readonly subject: Pick<WorkspaceChatTokens, 'botToken' | 'appToken'>
    readonly found: WorkspaceChatIdentity
    readonly fault: WorkspaceChatFault
  }
  readonly bot_messenger: {
    readonly subject: MessengerProbeSubject
    readonly found: BotIdentity
    readonly fault: BotMessengerProbeFault
  }
}

/** Address and token of a bot, as far as its platform needs them. */
export type ProbeSubject<Source extends ChatSource> = Probes[Source]['subject']
/** The bot that a probe found. */
export type ProbedBot<Source extends ChatSource> = Probes[Source]['found']
/** Why a probe found none. */
export type ProbeFaultOf<Source extends ChatSource> = Probes[Source]['fault']

/** Checks whether the platform of a chat would serve the bot. */
export interface ChatProbe<Source extends ChatSource> {
  /**
   * Takes at most six seconds, and never throws. Follows no redirect, so that a token is only sent
   * to this address.
   */
  probe(subject: ProbeSubject<Source>): Promise<Result<ProbedBot<Source>, ProbeFaultOf<Source>>>
}
