import type { Contract } from '../contract/contract.ts'

/** The bot of a chat, and the address of its platform. */
export type Bot = Omit<Contract['TeamChat'], 'base_url' | 'delivery'> & {
  readonly address: string | null
  readonly delivery: Delivery
}
export type Delivery = Omit<Contract['TeamChatDelivery'], 'reason'> & {
  readonly reason: string | null
}
export type DropReason = keyof Delivery['dropped']
