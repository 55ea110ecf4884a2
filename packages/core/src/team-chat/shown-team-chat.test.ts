import { expect, it } from 'vitest'
import { aTeamChat, noTeamChat } from '../testing/index.ts'
import { shownTeamChat } from './shown-team-chat.ts'

it('R72 shows everything but the token', () => {
  const { botTokenEnc, ...rest } = aTeamChat({ botTokenEnc: 'canary' })
  const shown = shownTeamChat({ ...rest, botTokenEnc })
  expect(shown).toEqual({ ...rest, hasToken: true, isAvailable: true })
  expect(JSON.stringify(shown)).not.toContain('canary')
  expect(shownTeamChat(noTeamChat)).toMatchObject({ hasToken: false, isAvailable: false })
})
