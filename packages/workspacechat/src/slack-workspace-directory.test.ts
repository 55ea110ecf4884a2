import { Unavailable } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { slackWorkspaceDirectory } from './slack-workspace-directory.ts'
import { openWorkspaceForTest } from './testing/workspace-world.ts'

async function open() {
  const workspace = await openWorkspaceForTest()
  const { double, transport, bot } = workspace
  double.world.scopes.add('users:read.email')
  const directory = slackWorkspaceDirectory(transport)
  const idOf = (user: { readonly id: string }) => `${bot.workspaceId}:${user.id}`
  const find = (id: string) => directory.findConfirmedEmail(bot, id)
  return { ...workspace, directory, idOf, find }
}

describe('slackWorkspaceDirectory', () => {
  it('R227 returns the confirmed address of a full member', async () => {
    const { ana, find, idOf } = await open()
    expect(await find(idOf(ana))).toBe('ana@example.com')
  })

  const others: readonly { readonly [field: string]: unknown }[] = [
    { is_email_confirmed: false },
    { is_email_confirmed: undefined },
    { is_email_confirmed: 'true' },
    { deleted: true },
    { deleted: undefined },
    { is_bot: true },
    { is_restricted: true },
    { is_restricted: undefined },
    { is_ultra_restricted: true },
    { is_ultra_restricted: undefined },
    { is_stranger: true },
    { team_id: 'T0OTHER' },
    { team_id: undefined },
    { id: 'U0OTHER' },
    { profile: {} },
    { profile: { email: 7 } },
    { profile: null },
  ]
  it.each(others)('R227 returns no address for %j', async (fields) => {
    const { double, find, idOf } = await open()
    expect(await find(idOf(double.addPerson('eve', fields)))).toBeNull()
  })

  it('knows members of all workspaces of the organization that the app is installed for', async () => {
    const { double, directory, bot } = await open()
    const fields = { team_id: 'T0FIRST', enterprise_user: { enterprise_id: 'E0ORG' } }
    const { id } = double.addPerson('grid', fields)
    const installed = { ...bot, workspaceId: 'E0ORG' }
    expect(await directory.findConfirmedEmail(installed, `E0ORG:${id}`)).toBe('grid@example.com')
    expect(await directory.findConfirmedEmail(bot, `E0ORG:${id}`)).toBeNull()
  })

  it('asks for no one of another workspace, and knows no one who does not exist', async () => {
    const { double, ana, find } = await open()
    for (const id of [ana.id, `T0OTHER:${ana.id}`, '', 'a b']) expect(await find(id)).toBeNull()
    expect(double.calls).toEqual([])
    expect(await find(`${double.world.teamId}:U0UNKNOWN`)).toBeNull()
  })

  it('returns no address without the permission to read any', async () => {
    const { double, ana, find, idOf } = await open()
    double.world.scopes.delete('users:read.email')
    expect(await find(idOf(ana))).toBeNull()
    double.world.scopes.delete('users:read')
    expect(await find(idOf(ana))).toBeNull()
  })

  it('is unavailable while the platform does not respond, for as long as it asks', async () => {
    const { double, ana, find, idOf } = await open()
    double.behaveOnce('users.info', { status: 429, retryAfter: 7 })
    await expect(find(idOf(ana))).rejects.toMatchObject({ pauseSeconds: 7 })
    double.behaveOnce('users.info', 'html')
    const failed = find(idOf(ana))
    await expect(failed).rejects.toThrow(Unavailable)
    await expect(failed).rejects.toMatchObject({ pauseSeconds: null })
    double.revoke(double.world.botToken)
    await expect(find(idOf(ana))).rejects.toThrow(Unavailable)
  })
})
