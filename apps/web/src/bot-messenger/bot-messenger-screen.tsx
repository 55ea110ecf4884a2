import type { ReactNode } from 'react'
import { BotScreen } from '../bots/bot-screen.tsx'
import { ConnectionCard } from '../bots/connection-card.tsx'
import type { BotKit } from '../bots/bot-kit.ts'
import type { Contract } from '../contract/contract.ts'
import { TransportCard } from './transport-card.tsx'
import { botMessengerMessages } from './messages.ts'

const botOf = ({ api_root: address, transport, webhook, ...bot }: Contract['BotMessenger']) => ({
  ...bot,
  address,
  app: null,
  arrival: { transport, webhook },
})

const kit: BotKit = {
  path: '/api/v1/admin/bot-messenger',
  connectionOf: (bot) => (
    <>
      <ConnectionCard bot={bot} addressField="api_root" />
      <TransportCard bot={bot} />
    </>
  ),
  messages: botMessengerMessages,
  // The contract of the operations.
  botOf: (wire) => botOf(wire as Contract['BotMessenger']),
  probedOf: (wire) => {
    const { bot_messenger: bot, ...probed } = wire as Contract['ProbedBotMessenger']
    return { ...probed, bot: botOf(bot) }
  },
}

/** The bot of the bot messenger. */
export const BotMessengerScreen = (): ReactNode => <BotScreen kit={kit} />
