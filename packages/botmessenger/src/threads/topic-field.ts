import { botMessengerMessageOf, type ChatThread } from '@ken/core/ports'

/** Names the topic of a thread in a request. Without it, a server takes the request for the chat outside of all topics. */
export function topicFieldOf({ rootId, isTopic }: ChatThread): {
  readonly message_thread_id?: number
} {
  const topic = isTopic === true ? botMessengerMessageOf(rootId) : null
  return topic === null ? {} : { message_thread_id: topic.messageId }
}
