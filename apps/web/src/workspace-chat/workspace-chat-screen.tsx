import type { ReactNode } from 'react'
import { BotScreen } from '../bots/bot-screen.tsx'
import type { BotKit } from '../bots/bot-kit.ts'
import type { Contract } from '../contract/contract.ts'
import { AiFeaturesCard } from './ai-features-card.tsx'
import { AppCard } from './app-card.tsx'
import { workspaceChatMessages } from './messages.ts'
import { MatchingCard } from './matching-card.tsx'
import { TokensCard } from './tokens-card.tsx'
import { TransportCard } from './transport-card.tsx'

const botOf = (wire: Contract['WorkspaceChat']) => ({ ...wire, address: null, app: wire })

const kit: BotKit = {
  path: '/api/v1/admin/workspace-chat',
  connectionOf: (bot) => (
    <>
      <AppCard bot={bot} />
      <TokensCard bot={bot} />
      <TransportCard bot={bot} />
      <AiFeaturesCard bot={bot} />
      <MatchingCard bot={bot} />
    </>
  ),
  messages: workspaceChatMessages,
  // The contract of the operations.
  botOf: (wire) => botOf(wire as Contract['WorkspaceChat']),
  probedOf: (wire) => {
    const { workspace_chat: bot, ...probed } = wire as Contract['ProbedWorkspaceChat']
    return { ...probed, bot: botOf(bot) }
  },
}

/** The bot of the workspace chat. */
export const WorkspaceChatScreen = (): ReactNode => <BotScreen kit={kit} />
