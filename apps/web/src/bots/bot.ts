import type { Contract } from '../contract/contract.ts'

/** The bot of a chat, and the address of its platform. */
export type Bot = Omit<Contract['TeamChat'], 'base_url' | 'delivery'> & {
  readonly address: string | null
  /** On a platform where bots belong to apps. */
  readonly app: BotApp | null
  /** How messages come, on a platform that can post them to Ken. */
  readonly arrival?: BotArrival
  readonly delivery: Delivery
}
/** The app of a bot, and where it is installed. */
export type BotApp = Pick<
  Contract['WorkspaceChat'],
  | 'app_id'
  | 'workspace_name'
  | 'has_app_token'
  | 'has_signing_secret'
  | 'missing_scopes'
  | 'match_by_email'
  | 'ai_features'
  | 'prompts'
  | 'transport'
  | 'events_url'
  | 'commands_url'
  | 'last_event_at'
>
type BotArrival = Pick<Contract['BotMessenger'], 'transport' | 'webhook'>
export type Delivery = Omit<Contract['TeamChatDelivery'], 'reason'> & {
  readonly reason: string | null
}
export type DropReason = keyof Delivery['dropped']
