import { describe, expect, it } from 'vitest'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { bearer, refresh, sessionOf, type Session } from '../support/session.ts'
import { post } from '../support/surface.ts'
import { atOnce, raceTimeout, rounds, sharedRedis, twoProcesses } from '../support/two-processes.ts'

const users = '/api/v1/admin/users'

describe.skipIf(sharedRedis === null)(
  'administration at two processes at once',
  { timeout: raceTimeout },
  () => {
    const processes = twoProcesses()
    const { at } = processes
    const sql = (text: string, values?: unknown[]) => processes.world.sql(text, values)
    const send = (
      position: number,
      method: string,
      path: string,
      session: Session,
      body?: object,
    ) =>
      fetch(at(position).url + users + path, {
        method,
        headers: { ...bearer(session.token), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const idOf = async (email: string) =>
      String((await sql('select id from users where email = $1', [email]))[0]?.['id'])

    /** Two Owners who are signed in with a password alone. */
    const twoOwners = async () => {
      await sql(`update org_settings set mfa_required_roles = '{}'`)
      await sql(`update users set role = 'Owner', status = 'active' where email in ($1, $2)`, [
        ownerEmail,
        member.email,
      ])
      const credentials = [{ email: ownerEmail, password: ownerPassword }, member]
      const sessions = [
        await sessionOf(at(0), credentials[0]!),
        await sessionOf(at(1), credentials[1]!),
      ] as const
      return { sessions, ids: [await idOf(ownerEmail), await idOf(member.email)] as const }
    }

    it('R50 always leaves an active Owner when two Owners demote, deactivate and delete each other and themselves', async () => {
      const attacks = [
        ['POST', '/deactivate', undefined],
        ['PUT', '/role', { role: 'Member' }],
      ] as const
      for (let round = 0; round < rounds * 2; round += 1) {
        const { sessions, ids } = await twoOwners()
        const [method, act, body] = attacks[round % attacks.length]!
        const responses = await atOnce(4, (position) => {
          // Each acts on the other, and then, where that is permitted, on themself.
          const [actor, target] = [position % 2, position < 2 ? 1 - (position % 2) : position % 2]
          return send(position, method, `/${ids[target]}${act}`, sessions[actor]!, body)
        })
        expect(responses.map(({ status }) => status)).toContain(200)
        expect(responses.filter(({ status }) => ![200, 403].includes(status))).toEqual([])
        expect(
          await sql(
            `select count(*)::int as n from users where role = 'Owner' and status = 'active'`,
          ),
        ).toEqual([{ n: 1 }])
      }
    })

    it('R60 gives an address to exactly one of two people in concurrent changes', async () => {
      const { sessions, ids } = await twoOwners()
      await addMemberWithPassword(processes.world, { ...member, email: 'third@example.com' })
      const targets = [ids[1], await idOf('third@example.com')]
      for (let round = 0; round < rounds; round += 1) {
        const email = `wanted-${round}@example.com`
        const responses = await atOnce(2, (position) =>
          send(position, 'PUT', `/${targets[position]}/email`, sessions[0], { email }),
        )
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]))
        const conflict = responses.find(({ status }) => status === 409)!
        expect(await conflict.json()).toMatchObject({ code: 'CONFLICT' })
      }
      await sql('update users set email = $1 where id = $2', [member.email, ids[1]])
    })

    it('R42 leaves no session to a person who is deactivated, deleted, signed out or given another address during a refresh', async () => {
      const { sessions } = await twoOwners()
      const events = [
        { method: 'POST', act: '/deactivate', body: undefined },
        { method: 'POST', act: '/end-sessions', body: undefined },
        { method: 'PUT', act: '/email', body: { email: 'renamed@example.com' } },
        { method: 'DELETE', act: '', body: undefined },
      ]
      for (const { method, act, body } of events) {
        for (let round = 0; round < rounds; round += 1) {
          const person = { ...member, email: `racer-${round}${act.replace('/', '-')}@example.com` }
          await addMemberWithPassword(processes.world, person)
          const id = await idOf(person.email)
          const { cookie } = await sessionOf(at(0), person)
          const [ended, ...refreshed] = await atOnce(9, (position) =>
            position === 0
              ? send(1, method, `/${id}${act}`, sessions[0], body)
              : refresh(at(position), cookie),
          )
          expect([act, [200, 204].includes(ended!.status)]).toEqual([act, true])
          const cookies = [
            cookie,
            ...refreshed.flatMap((response) =>
              response.headers.getSetCookie().map((set) => set.split(';')[0]!),
            ),
          ]
          const afterwards = await Promise.all(cookies.map((held) => refresh(at(0), held)))
          expect(afterwards.map(({ status }) => status)).toEqual(cookies.map(() => 401))
          await sql('delete from users where id = $1', [id])
        }
      }
    })

    it('R48 refuses a former Owner administration on the next request, although the access token is still valid', async () => {
      const { sessions, ids } = await twoOwners()
      expect((await send(0, 'GET', '', sessions[1])).status).toBe(200)
      expect(
        (await send(0, 'PUT', `/${ids[1]}/role`, sessions[0], { role: 'Member' })).status,
      ).toBe(200)
      for (const position of [0, 1])
        expect((await send(position, 'GET', '', sessions[1])).status).toBe(403)
      const asOwner = await post(
        `${at(1).url}${users}/${ids[0]}/deactivate`,
        {},
        bearer(sessions[1].token),
      )
      expect(asOwner.status).toBe(403)
    })
  },
)
