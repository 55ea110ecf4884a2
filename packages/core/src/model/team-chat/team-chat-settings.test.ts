import { describe, expect, it } from 'vitest'
import { aTeamChat } from '../../testing/index.ts'
import { isAvailable } from './team-chat-settings.ts'

const needed = { enabled: false, baseUrl: null, botTokenEnc: null, botUserId: null }

describe('isAvailable', () => {
  it('is true if the bot is on and address, token and bot id are set', () => {
    expect(isAvailable(aTeamChat())).toBe(true)
    expect(isAvailable(aTeamChat({ botUsername: null, lastTestOk: false, lastTestAt: null }))).toBe(
      true,
    )
  })

  it.for(Object.entries(needed))('is false with %s %s', ([field, value]) => {
    expect(isAvailable(aTeamChat({ [field]: value }))).toBe(false)
  })
})
