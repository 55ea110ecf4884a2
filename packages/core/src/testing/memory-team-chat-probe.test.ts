import { memoryTeamChatProbe } from './memory-team-chat-probe.ts'
import { memoryTeamChat } from './memory-team-chat.ts'
import { teamChatProbeContract } from './team-chat-probe.contract.ts'

teamChatProbeContract('memory', async () => {
  const chat = memoryTeamChat()
  const { bot, identity, personToken } = chat
  return {
    probe: memoryTeamChatProbe(chat),
    server: { baseUrl: bot.baseUrl, token: bot.token },
    bot: identity,
    personToken,
    setAway: async (isAway) => chat.setAway(isAway),
    close: async () => {},
  }
})
