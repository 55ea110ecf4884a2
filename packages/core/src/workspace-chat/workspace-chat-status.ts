import type { WorkspaceTokenField } from '../credentials/workspace-chat-tokens.ts'
import { botDeliveryFaults, deliveryTo, type BotDelivery } from '../chat/settings/bot-delivery.ts'
import {
  eventsLimited,
  workspaceChatFaults,
} from '../model/workspace-chat/workspace-chat-errors.ts'
import {
  isWorkspaceAvailable,
  missingScopesOf,
  type WorkspaceChatSettings,
} from '../model/workspace-chat/workspace-chat-settings.ts'
import { ok } from '../model/result.ts'
import type { Ports, Transacts } from '../ports/index.ts'

/** Why messages to the bot do not arrive. A closed list. */
export const workspaceDeliveryFaults = [
  ...botDeliveryFaults,
  ...workspaceChatFaults,
  eventsLimited,
] as const
export type WorkspaceDeliveryFault = (typeof workspaceDeliveryFaults)[number]

/** The settings as administrators see them: without tokens and secret, which are never shown again. */
export type WorkspaceChatStatus = Omit<WorkspaceChatSettings, WorkspaceTokenField | 'scopes'> & {
  readonly hasToken: boolean
  readonly hasAppToken: boolean
  readonly hasSigningSecret: boolean
  readonly isAvailable: boolean
  /** What the app lacks for what is turned on. */
  readonly missingScopes: readonly string[]
  readonly updatedAt: Date
  /** When the last request of the platform came; null without requests. */
  readonly lastEventAt: Date | null
  readonly delivery: BotDelivery<WorkspaceDeliveryFault>
}

/** The platform says every minute that it withholds messages. */
const limitedForMs = 120_000

export async function workspaceChatStatus(
  ports: Pick<Ports, 'chatHealth' | 'clock'> & Transacts<'chatMarks' | 'workspaceChatSettings'>,
  settings: WorkspaceChatSettings,
): Promise<WorkspaceChatStatus> {
  const { botTokenEnc, appTokenEnc, signingSecretEnc, scopes: _scopes, ...rest } = settings
  const { botUserId: botId } = settings
  const isAvailable = isWorkspaceAvailable(settings)
  const delivery = await deliveryTo(ports, workspaceDeliveryFaults, { botId, isAvailable })
  const { value } = await ports.transact(async ({ chatMarks, workspaceChatSettings }) =>
    ok({
      updatedAt: await workspaceChatSettings.findUpdatedAt(),
      requests: botId === null ? null : await chatMarks.findRequests(botId),
    }),
  )
  const { lastAt = null, limitedAt = null } =
    settings.transport === 'http' ? (value.requests ?? {}) : {}
  const isLimited =
    limitedAt !== null && ports.clock.now().getTime() < limitedAt.getTime() + limitedForMs
  return {
    ...rest,
    hasToken: botTokenEnc !== null,
    hasAppToken: appTokenEnc !== null,
    hasSigningSecret: signingSecretEnc !== null,
    isAvailable,
    missingScopes: missingScopesOf(settings),
    updatedAt: value.updatedAt,
    lastEventAt: lastAt,
    delivery:
      isLimited && delivery.state === 'listening'
        ? { ...delivery, state: 'not_connected', since: limitedAt, reason: eventsLimited }
        : delivery,
  }
}
