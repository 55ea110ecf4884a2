import { expect, it } from 'vitest'
import { parseServerAddress } from '../model/team-chat/server-address.ts'
import { aTeamChat } from '../testing/index.ts'
import { teamChatSetup } from './team-chat-setup.ts'

it.each([
  'https://other.example.com',
  'https://chat.example.com:8443',
  'https://chat.example.com/team',
  'http://chat.example.com',
])('R72 ends links when the server becomes %s', (address) => {
  const before = aTeamChat({ baseUrl: parseServerAddress('https://chat.example.com') })
  const after = { ...before, baseUrl: parseServerAddress(address) }
  expect(teamChatSetup.hasOtherPeople({ before, after })).toBe(true)
  expect(teamChatSetup.hasOtherPeople({ before, after: { ...before, botTokenEnc: 'new' } })).toBe(
    false,
  )
})
