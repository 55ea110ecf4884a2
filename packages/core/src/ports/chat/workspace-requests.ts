import type { ChatMessage, DroppedEvent } from '../../model/chat/chat-message.ts'
import type { Result } from '../../model/result.ts'
import type { WorkspaceChatBot } from './chat-bot.ts'
import type { OpenedChat } from './chat-greeter.ts'

/**
 * A command that is not stored within this time after it came is refused: after three seconds the platform tells the
 * person who asked that it failed, and an answer would contradict that.
 */
export const commandMsMax = 2_000

/** The headers that prove a request; null for one that is absent. */
export type WorkspaceRequestProof = {
  readonly signature: string | null
  readonly timestamp: string | null
}

/** A request as received, not verified. */
export type WorkspaceRequest = WorkspaceRequestProof & { readonly body: Uint8Array }

/**
 * What a request is. `unsigned`: nothing proves that it is from the platform. `challenge`: sending its text back proves
 * that the address is ours. `limited`: the platform withholds events. `received` is null for an event that is not a
 * message; `opened` is what a person has opened, otherwise null. `mayBeRevoked`: the event says that the bot token
 * was revoked or the app uninstalled; the token must be checked.
 */
export type WorkspaceRequestContent =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'challenge'; readonly challenge: string }
  | { readonly kind: 'limited' }
  | {
      readonly kind: 'event'
      readonly received: Result<ChatMessage, DroppedEvent> | null
      readonly opened: OpenedChat | null
      readonly mayBeRevoked: boolean
    }

/**
 * What a request with a command is. `received` is null if nothing was asked. Only the person who asked sees `reply`,
 * which is the same for everyone; null for a command that is dropped.
 */
export type WorkspaceCommandContent =
  | { readonly kind: 'unsigned' }
  | {
      readonly kind: 'command'
      readonly received: Result<ChatMessage, DroppedEvent> | null
      readonly reply: object | null
    }

/** Reads what the platform of the workspace chat sends to Ken. */
export interface WorkspaceRequests {
  /**
   * Whether these headers can belong to a signed request, by their form and age. Costs almost nothing, so it is checked
   * first.
   */
  maySign(proof: WorkspaceRequestProof, now: Date): boolean

  /**
   * Reads an event. Nothing of the body counts before its signature is verified with the secret of the bot. A request that is
   * repeated within five minutes is accepted again.
   */
  readEvent(bot: WorkspaceChatBot, request: WorkspaceRequest, now: Date): WorkspaceRequestContent

  /**
   * Reads a command, as `readEvent` does, and asks the platform for the direct channel that it is answered in. Throws
   * if the platform does not say which: then the person who asked sees that the command failed.
   */
  readCommand(
    bot: WorkspaceChatBot,
    request: WorkspaceRequest,
    now: Date,
  ): Promise<WorkspaceCommandContent>
}
