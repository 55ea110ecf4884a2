import { expect, it } from 'vitest'
import { slackChatGreeter } from './slack-chat-greeter.ts'
import { openWorkspaceForTest } from './testing/workspace-world.ts'

async function open() {
  const workspace = await openWorkspaceForTest()
  const { double, ana, bot, transport } = workspace
  const opened = {
    authorId: `${bot.workspaceId}:${ana.id}`,
    channelId: `${bot.workspaceId}:${double.channelOf(ana)}`,
  }
  const greet = (place: 'home' | 'conversation') =>
    slackChatGreeter(transport).greet(
      bot,
      { place, ...opened },
      { text: 'Ask me with `/ken`.', prompts: ['Who?', 'Where?'] },
    )
  return { ...workspace, greet }
}

it('publishes the home tab of a person as structure', async () => {
  const { double, ana, greet } = await open()
  await greet('home')
  expect(double.world.homes.get(ana.id)).toEqual({
    type: 'home',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'Ask me with ' },
              { type: 'text', text: '/ken', style: { code: true } },
              { type: 'text', text: '.' },
            ],
          },
        ],
      },
    ],
  })
  expect(double.calls.map(({ method }) => method)).toEqual(['views.publish'])
})

it('suggests questions where the app may, and throws where it may not', async () => {
  const { double, ana, greet } = await open()
  await expect(greet('conversation')).rejects.toThrow('scope_missing')
  double.world.scopes.add('assistant:write')
  await greet('conversation')
  expect(double.world.prompts.get(double.channelOf(ana))).toEqual([
    { title: 'Who?', message: 'Who?' },
    { title: 'Where?', message: 'Where?' },
  ])
})
