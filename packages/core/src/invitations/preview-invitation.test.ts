import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { anInvitation, memoryPorts } from '../testing/index.ts'
import { previewInvitation } from './preview-invitation.ts'

describe('previewInvitation', () => {
  it('R59 returns the address, role and expiry, any number of times', async () => {
    const ports = memoryPorts()
    const { plain, digest } = ports.secrets.newSecret()
    const expiresAt = new Date('2099-01-01')
    const invitation = anInvitation({
      email: 'ada@example.com',
      role: 'Admin',
      state: 'sent',
      tokenDigest: digest,
      expiresAt,
    })
    await ports.transact(async ({ invitations }) => ok(await invitations.insert([invitation])))
    for (let time = 0; time < 3; time += 1) {
      const previewed = await previewInvitation(ports, { token: plain })
      expect(previewed).toEqual({
        ok: true,
        value: { email: 'ada@example.com', role: 'Admin', expiresAt },
      })
    }
    expect([...ports.database.tables.invitations.values()]).toEqual([invitation])
  })

  it('R52 refuses any other token', async () => {
    const refused = { ok: false, error: { code: 'account.token_invalid' } }
    for (const token of ['token-9', '', '\ud800'])
      expect(await previewInvitation(memoryPorts(), { token })).toEqual(refused)
  })
})
