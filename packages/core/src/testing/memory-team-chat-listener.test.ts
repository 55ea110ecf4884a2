import { memoryTeamChatListener } from './memory-team-chat-listener.ts'
import { memoryTeamChat } from './memory-team-chat.ts'
import { teamChatListenerContract } from './team-chat-listener.contract.ts'

teamChatListenerContract('memory', async () => {
  let at = Date.now()
  const chat = memoryTeamChat(() => new Date((at += 1)))
  return {
    listener: memoryTeamChatListener(chat),
    bot: chat.bot,
    say: (text) => chat.say(text).postedAt,
    setAway: async (isAway) => chat.setAway(isAway),
    setRevoked: chat.setRevoked,
    close: async () => {},
  }
})
