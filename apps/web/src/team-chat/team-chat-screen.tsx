import type { ReactNode } from 'react'
import { BotScreen } from '../bots/bot-screen.tsx'
import type { BotKit } from '../bots/bot-kit.ts'
import type { Contract } from '../contract/contract.ts'
import { teamChatMessages } from './messages.ts'

const botOf = ({ base_url: address, ...bot }: Contract['TeamChat']) => ({ ...bot, address })

const kit: BotKit = {
  path: '/api/v1/admin/teamchat',
  addressField: 'base_url',
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
