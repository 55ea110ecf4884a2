import { botDeliveryFaults, deliveryTo, type BotDelivery } from '../chat/settings/bot-delivery.ts'
import { workspaceChatFaults } from '../model/workspace-chat/workspace-chat-errors.ts'
import {
  isWorkspaceAvailable,
  type WorkspaceChatSettings,
} from '../model/workspace-chat/workspace-chat-settings.ts'
import { ok } from '../model/result.ts'
import type { Ports, Transacts } from '../ports/index.ts'

/** Why messages to the bot do not arrive. A closed list. */
export const workspaceDeliveryFaults = [...botDeliveryFaults, ...workspaceChatFaults] as const
export type WorkspaceDeliveryFault = (typeof workspaceDeliveryFaults)[number]

/** The settings as administrators see them: without the tokens, which are never shown again. */
export type WorkspaceChatStatus = Omit<WorkspaceChatSettings, 'botTokenEnc' | 'appTokenEnc'> & {
  readonly hasToken: boolean
  readonly hasAppToken: boolean
  readonly isAvailable: boolean
  readonly updatedAt: Date
  readonly delivery: BotDelivery<WorkspaceDeliveryFault>
}

export async function workspaceChatStatus(
  ports: Pick<Ports, 'chatHealth'> & Transacts<'chatMarks' | 'workspaceChatSettings'>,
  settings: WorkspaceChatSettings,
): Promise<WorkspaceChatStatus> {
  const { botTokenEnc, appTokenEnc, ...rest } = settings
  const isAvailable = isWorkspaceAvailable(settings)
  const bot = { botId: settings.botUserId, isAvailable }
  const delivery = await deliveryTo(ports, workspaceDeliveryFaults, bot)
  const { value: updatedAt } = await ports.transact(async ({ workspaceChatSettings }) =>
    ok(await workspaceChatSettings.findUpdatedAt()),
  )
  const has = { hasToken: botTokenEnc !== null, hasAppToken: appTokenEnc !== null }
  return { ...rest, ...has, isAvailable, updatedAt, delivery }
}
