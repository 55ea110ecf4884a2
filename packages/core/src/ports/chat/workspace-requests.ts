import type { ChatMessage, DroppedEvent } from '../../model/chat/chat-message.ts'
import type { Result } from '../../model/result.ts'
import type { WorkspaceChatBot } from './chat-bot.ts'
import type { OpenedChat } from './chat-greeter.ts'

/**
 * A command that is not stored so soon after it came is refused: after three seconds the platform tells its asker that it
 * failed, and an answer would contradict that.
 */
export const commandMsMax = 2_000

/** The headers that prove a request; null for one that is absent. */
export type WorkspaceRequestProof = {
  readonly signature: string | null
  readonly timestamp: string | null
}

/** A request as it came, before anything has read it. */
export type WorkspaceRequest = WorkspaceRequestProof & { readonly body: Uint8Array }

/**
 * What a request is. `unsigned`: nothing proves that it is from the platform. `challenge`: its text, sent back, proves that the
 * address is ours. `limited`: the platform withholds events. `received` is null for what is no message; `opened` is what a
 * person has opened, else null.
 */
export type WorkspaceRequestContent =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'challenge'; readonly challenge: string }
  | { readonly kind: 'limited' }
  | {
      readonly kind: 'event'
      readonly received: Result<ChatMessage, DroppedEvent> | null
      readonly opened: OpenedChat | null
    }

/**
 * What a request with a command is. `received` is null if nothing was asked. `reply` is for the asker alone, and the same for
 * everyone; null for what is dropped.
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
  /** Whether a request with these headers may be signed, by their form and its age. Costs nothing: it comes first. */
  maySign(proof: WorkspaceRequestProof, now: Date): boolean

  /**
   * Reads an event. Nothing of the body counts before its signature is verified with the secret of the bot. A request that is
   * repeated within five minutes is accepted again.
   */
  readEvent(bot: WorkspaceChatBot, request: WorkspaceRequest, now: Date): WorkspaceRequestContent

  /**
   * Reads a command, as `readEvent` does, and asks the platform for the direct channel that it is answered in. Throws if the
   * platform does not say: then the asker sees that the command failed.
   */
  readCommand(
    bot: WorkspaceChatBot,
    request: WorkspaceRequest,
    now: Date,
  ): Promise<WorkspaceCommandContent>
}
