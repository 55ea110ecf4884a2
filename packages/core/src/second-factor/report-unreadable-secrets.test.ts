import { expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import {
  aBotMessengerIn,
  anEnrolledPersonIn,
  aPersonIn,
  aTeamChatIn,
  aWorkspaceChatIn,
  memoryPorts,
} from '../testing/index.ts'
import { reportUnreadableSecrets } from './report-unreadable-secrets.ts'

it('R83 logs one error if other secrets encrypted what is stored, and nothing otherwise', async () => {
  const ports = memoryPorts()
  for (let count = 0; count < 101; count += 1) await anEnrolledPersonIn(ports)
  await aPersonIn(ports)
  await aTeamChatIn(ports)
  await aBotMessengerIn(ports)
  await aWorkspaceChatIn(ports)
  await reportUnreadableSecrets(ports, { actor: operator })
  expect(ports.log.lines).toEqual([])

  const cipher = { ...ports.cipher, decrypt: () => null }
  await reportUnreadableSecrets({ ...ports, cipher }, { actor: operator })
  expect(ports.log.lines).toEqual([
    {
      level: 'error',
      event: 'secrets.unreadable',
      fields: {
        second_factors: 100,
        bot_tokens: 4,
        remedy: expect.stringContaining('Restore the missing entry') as string,
      },
    },
  ])
})
