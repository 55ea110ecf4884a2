import { withoutWorkspace, type ChatGreeter, type WorkspaceChatBot } from '@ken/core/ports'
import { callWebApi, type Transport } from './api/web-api.ts'
import { renderBlocks } from './threads/rendered-blocks.ts'

/** Publishes the home tab, and suggests questions in the conversation, where the app has the AI features. */
export const slackChatGreeter = (transport: Transport): ChatGreeter<WorkspaceChatBot> => ({
  async greet({ botToken: token }, { place, authorId, channelId }, { text, prompts }) {
    const call =
      place === 'home'
        ? {
            method: 'views.publish',
            fields: {
              user_id: withoutWorkspace(authorId) ?? '',
              view: { type: 'home', blocks: [renderBlocks(text)] },
            },
          }
        : {
            method: 'assistant.threads.setSuggestedPrompts',
            fields: {
              channel_id: withoutWorkspace(channelId) ?? '',
              prompts: prompts.map((prompt) => ({ title: prompt, message: prompt })),
            },
          }
    await callWebApi(transport, { ...call, token })
  },
})
