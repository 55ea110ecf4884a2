import { botMessengerPostId, jobIdOf, workspaceChatPostId } from '@ken/core/ports'
import { newChatPostId } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { jobIdOfPost } from './job-id.ts'

const inMessenger = (messageId: number) => botMessengerPostId({ botId: '1', chatId: 2, messageId })

it('are the ids of posts of team chat', () => {
  const postId = newChatPostId()
  expect(jobIdOfPost(postId)).toBe(jobIdOf(postId))
})

it('R219 are UUIDs made from the names of other posts, one for each', () => {
  const posts = [
    inMessenger(3),
    inMessenger(4),
    workspaceChatPostId({ workspaceId: '1', channelId: '2', ts: '3' }),
  ]
  const ids = posts.map(jobIdOfPost)
  expect(new Set(ids).size).toBe(3)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
  expect(posts.map(jobIdOfPost)).toEqual(ids)
  // It never changes: jobs wait in queues of an earlier version.
  expect(ids[0]).toBe('09cd0958-6595-51ca-a046-2c44ba804dab')
})
