import type { DocumentId } from '@ken/core'
import { aDocument, newId } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { consoleDocument } from '../openapi.ts'
import { enrolledIn, read, signedIn, type ReadResponse, type Browser } from '../testing/browser.ts'
import { httpWorld } from '../testing/http-world.ts'
import { operationsOf } from '../testing/operations.ts'
import { aSurfaceIn, linkedIn } from '../testing/surface.ts'

const admin = '/api/v1/admin'
const changing = operationsOf(consoleDocument()).filter(
  ({ isAdministration, method }) => isAdministration && method !== 'GET',
)

type Act = readonly [
  action: string,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object | string,
]

/** Every administrative act once, in an order in which each finds what the ones before have left. */
async function* acts(
  world: Awaited<ReturnType<typeof httpWorld>>,
  last: () => ReadResponse,
): AsyncGenerator<Act> {
  const { account, identity } = await linkedIn(world)
  const person = `${admin}/users/${account.id}`
  yield ['user.email_change', 'PUT', `${person}/email`, { email: 'new@example.com' }]
  yield ['account.change_role', 'PUT', `${person}/role`, { role: 'Admin' }]
  yield ['second_factor.reset', 'POST', `${person}/mfa-reset`]
  yield ['password.issue_reset', 'POST', `${person}/password-reset`]
  yield ['account.end_sessions', 'POST', `${person}/end-sessions`]
  yield ['account.deactivate', 'POST', `${person}/deactivate`]
  yield ['account.reactivate', 'POST', `${person}/reactivate`]
  yield ['group.create', 'POST', `${admin}/groups`, { slug: 'finance' }]
  yield ['group.add_member', 'PUT', `${admin}/groups/finance/members/${account.id}`]
  yield ['group.remove_member', 'DELETE', `${admin}/groups/finance/members/${account.id}`]
  yield [
    'group.add_member',
    'POST',
    `${admin}/groups/finance/members`,
    { emails: ['new@example.com'] },
  ]
  yield ['group.remove_member', 'DELETE', `${admin}/groups/finance/members/${account.id}`]
  yield ['group.delete', 'DELETE', `${admin}/groups/finance`]
  yield [
    'key.create',
    'POST',
    `${admin}/keys`,
    { owner_id: account.id, name: 'laptop', expires_in_days: 30 },
  ]
  yield ['key.revoke', 'DELETE', `${admin}/keys/${last().json.id}`]
  yield ['key.take_over', 'POST', `${admin}/keys/${(await aSurfaceIn(world)).key.id}/take-over`]
  yield [
    'invitation.create',
    'POST',
    `${admin}/invitations`,
    { email: 'grace@example.com', role: 'Member' },
  ]
  const { id } = last().json
  yield ['invitation.resend', 'POST', `${admin}/invitations/${id}/resend`]
  yield ['invitation.revoke', 'POST', `${admin}/invitations/${id}/revoke`]
  yield [
    'invitation.import',
    'POST',
    `${admin}/invitations/import`,
    'email,role\nlin@example.com,Member\n',
  ]
  const { invitations } = world.ports.database.tables
  const imported = [...invitations.values()].at(-1)!
  invitations.set(imported.id, { ...imported, state: 'failed' })
  yield [
    'invitation.resend',
    'POST',
    `${admin}/invitations/imports/${last().json.id}/resend-failed`,
  ]
  const page = { source: 'wiki', external_id: 'a', title: 'A', body: '', allowed: ['everyone'] }
  yield ['knowledge.import', 'POST', `${admin}/knowledge/documents`, { documents: [page] }]
  const files = [{ path: 'b.md', content: 'Yg==', modified_at: '2026-02-13T09:30:00Z' }]
  yield [
    'knowledge.import',
    'POST',
    `${admin}/knowledge/files`,
    { source: 'wiki', allowed: ['everyone'], files },
  ]
  yield [
    'knowledge.remove',
    'DELETE',
    `${admin}/knowledge/documents`,
    { source: 'wiki', external_ids: ['a'] },
  ]
  world.ports.database.tables.documents.set(newId() as DocumentId, aDocument({ source: 'wiki' }))
  yield ['knowledge.remove_source', 'DELETE', `${admin}/knowledge/sources/wiki`]
  yield ['settings.change', 'PUT', `${admin}/settings`, { mfa_required_roles: ['Owner'] }]
  const { jobsDead } = world.ports.database.tables
  jobsDead.set('a', { kind: 'embed_pending' } as never)
  yield ['mail.test', 'POST', `${admin}/system/test-mail`]
  yield ['queue.retry', 'POST', `${admin}/system/dead-letters/retry`, {}]
  yield ['identity.remove', 'DELETE', `${person}/identities/${identity.id}`]
  const { bot } = world.ports.teamChat
  yield [
    'team_chat.change',
    'PUT',
    `${admin}/teamchat`,
    { base_url: bot.baseUrl, bot_token: bot.token, enabled: true },
  ]
  yield ['team_chat.probe', 'POST', `${admin}/teamchat/test`]
  yield [
    'bot_messenger.change',
    'PUT',
    `${admin}/bot-messenger`,
    { bot_token: world.ports.messenger.bot.token, enabled: true },
  ]
  const { botToken: bot_token, appToken: app_token } = world.ports.workspace.bot
  yield [
    'workspace_chat.change',
    'PUT',
    `${admin}/workspace-chat`,
    { bot_token, app_token, enabled: true },
  ]
  yield ['workspace_chat.probe', 'POST', `${admin}/workspace-chat/test`]
  yield ['bot_messenger.probe', 'POST', `${admin}/bot-messenger/test`]
  yield ['account.delete', 'DELETE', person]
}

describe('the audit log of administration', () => {
  it('R62 has one entry for every act, with actor and session, and none for a refused one', async () => {
    const world = await httpWorld()
    const [{ browser, account: owner }, { browser: stranger }] = [
      await enrolledIn(world, { role: 'Owner' }),
      await signedIn(world),
    ]
    const call = async ({ token }: Browser, [, method, path, body]: Act) => {
      const type = typeof body === 'string' ? 'text/csv' : 'application/json'
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
      }
      const text = typeof body === 'object' ? JSON.stringify(body) : body
      return read(
        await world.app.request(path, {
          method,
          headers,
          ...(text !== undefined && { body: text }),
        }),
      )
    }
    const entries = () => [...world.ports.database.tables.audit.values()]
    const done: Act[] = []
    let response: ReadResponse
    for await (const act of acts(world, () => response)) {
      const before = entries().length
      expect([act, (await call(stranger, act)).status, entries().length]).toEqual([
        act,
        403,
        before,
      ])
      response = await call(browser, act)
      expect([act, response.status < 300]).toEqual([act, true])
      const entry = {
        action: act[0],
        actorId: owner.id,
        via: 'web',
        outcome: 'success',
        sessionId: expect.any(String) as string,
      }
      expect(entries().slice(before)).toMatchObject([entry])
      done.push(act)
    }
    const untried = changing.filter(
      ({ method, pattern }) => !done.some(([, how, path]) => how === method && pattern.test(path)),
    )
    expect(untried.map(({ name }) => name)).toEqual([])
  })
})
