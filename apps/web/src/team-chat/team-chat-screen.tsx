import type { ReactNode } from 'react'
import { BotScreen } from '../bots/bot-screen.tsx'
import { ConnectionCard } from '../bots/connection-card.tsx'
import type { BotKit } from '../bots/bot-kit.ts'
import type { Contract } from '../contract/contract.ts'
import { teamChatMessages } from './messages.ts'

const botOf = ({ base_url: address, ...bot }: Contract['TeamChat']) => ({
  ...bot,
  address,
  app: null,
})

const kit: BotKit = {
  path: '/api/v1/admin/teamchat',
  connectionOf: (bot) => <ConnectionCard bot={bot} addressField="base_url" />,
  messages: teamChatMessages,
  // The contract of the operations.
  botOf: (wire) => botOf(wire as Contract['TeamChat']),
  probedOf: (wire) => {
    const { teamchat, ...probed } = wire as Contract['ProbedTeamChat']
    return { ...probed, bot: botOf(teamchat) }
  },
}

/** The team-chat bot. */
export const TeamChatScreen = (): ReactNode => <BotScreen kit={kit} />
