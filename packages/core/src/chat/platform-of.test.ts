import { expect, it } from 'vitest'
import { chatSources } from '../model/chat/chat-source.ts'
import { memoryPorts } from '../testing/index.ts'
import { platformOf } from './platform-of.ts'

it('is the platform of that source', () => {
  const { chatPlatforms } = memoryPorts()
  for (const source of chatSources)
    expect(platformOf(chatPlatforms, source)).toBe(chatPlatforms[source])
})
