import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { addMemberWithPassword, member } from '../support/member.ts'
import {
  bearer,
  cookieOf,
  enrolOwner,
  refresh,
  sessionOf,
  stepOf,
  type Session,
} from '../support/session.ts'
import { post } from '../support/surface.ts'
import {
  atOnce,
  raceTimeout,
  rounds,
  sharedRedis,
  twoProcesses,
  type TwoProcesses,
} from '../support/two-processes.ts'

/** How often a tab refreshes at most, and how many rotations old a token may be. */
const pauseMs = 5

/** Four tabs of one browser, which share its cookie, refresh until they are refused or it is enough. */
async function tabsOf({ at }: TwoProcesses, { cookie: first }: Session, isEnough: () => boolean) {
  let cookie = first
  const seen = new Set([first])
  const statuses = new Set<number>()
  await atOnce(4, async (position) => {
    while (!isEnough()) {
      await setTimeout(pauseMs)
      const response = await refresh(at(position), cookie)
      statuses.add(response.status)
      if (response.status !== 200) return
      cookie = cookieOf(response)
      seen.add(cookie)
    }
  })
  return { statuses, seen, cookie }
}

/** A session that is to end, while its tabs refresh at both processes, and another of the same person. */
type Race = TwoProcesses & {
  readonly ending: Session
  readonly id: string
  readonly other: Session
  readonly round: number
  /** What an Owner does to the person. */
  readonly govern: (method: string, act: string, body?: object) => Promise<Response>
}
type Ends = {
  readonly end: (race: Race) => Promise<{ readonly ok: boolean }>
  readonly isOtherKept: boolean
  /** Makes the person what they were, for the next round. */
  readonly restore?: (race: Race) => Promise<unknown>
}

/** The member's password of the moment: two of the events change it. */
let password = member.password

async function change(newPassword: string, send: () => Promise<Response>): Promise<Response> {
  const changed = await send()
  password = newPassword
  return changed
}

const events: { readonly [event: string]: Ends } = {
  'signing out': {
    end: ({ at, ending: { cookie } }) => post(`${at(1).url}/logout`, {}, { cookie }),
    isOtherKept: true,
  },
  'ending it from another device': {
    end: ({ at, id, other }) =>
      fetch(`${at(1).url}/api/v1/me/sessions/${id}`, {
        method: 'DELETE',
        headers: bearer(other.token),
      }),
    isOtherKept: true,
  },
  'ending all other sessions': {
    end: ({ at, other }) =>
      post(`${at(1).url}/api/v1/me/sessions/end-others`, {}, bearer(other.token)),
    isOtherKept: true,
  },
  'signing out on all devices': {
    end: ({ at, other }) =>
      post(`${at(1).url}/api/v1/me/sessions/end-all`, {}, bearer(other.token)),
    isOtherKept: false,
  },
  'changing the password': {
    async end({ at, other, round }) {
      const body = {
        current_password: password,
        new_password: `nine loud herons below bridge number ${round}`,
      }
      const send = () => post(`${at(1).url}/api/v1/auth/password/change`, body, bearer(other.token))
      return change(body.new_password, send)
    },
    isOtherKept: true,
  },
  'replacing a temporary password': {
    async end({ at, round, world }) {
      await world.sql('update users set must_change_password = true where email = $1', [
        member.email,
      ])
      const { challenge } = await stepOf(await post(`${at(1).url}/login`, { ...member, password }))
      const body = { challenge, new_password: `seven shy geese above tunnel number ${round}` }
      return change(body.new_password, () => post(`${at(1).url}/login/password`, body))
    },
    isOtherKept: false,
  },
  'clearing the second factor': {
    end: ({ govern }) => govern('POST', '/mfa-reset', {}),
    isOtherKept: false,
  },
  'an Owner who ends them all': {
    end: ({ govern }) => govern('POST', '/end-sessions', {}),
    isOtherKept: false,
  },
  'a changed address': {
    end: ({ govern }) => govern('PUT', '/email', { email: 'changed@example.com' }),
    isOtherKept: false,
    restore: ({ govern }) => govern('PUT', '/email', { email: member.email }),
  },
  deactivation: {
    end: ({ govern }) => govern('POST', '/deactivate', {}),
    isOtherKept: false,
    restore: ({ govern }) => govern('POST', '/reactivate', {}),
  },
  deletion: {
    end: ({ govern }) => govern('DELETE', ''),
    isOtherKept: false,
    async restore({ world }) {
      await addMemberWithPassword(world)
      password = member.password
    },
  },
  'signing in with its cookie': {
    end: ({ at, ending: { cookie } }) =>
      post(`${at(1).url}/login`, { ...member, password }, { cookie }),
    isOtherKept: true,
  },
  'the reuse of an old token': {
    async end({ at, ending: { cookie }, id, world }) {
      // So long ago that no outage extends the grace window to now, also for tokens that tabs rotated meanwhile.
      const later = `update sessions set generation = generation + 1, rotated_at = rotated_at - interval '30 minutes',
        earlier_rotations = '{}' where id = $1`
      await world.sql(later, [id])
      return { ok: (await refresh(at(1), cookie)).status === 401 }
    },
    isOtherKept: true,
  },
}

describe.skipIf(sharedRedis === null)(
  'a session at two processes',
  { timeout: raceTimeout },
  () => {
    const processes = twoProcesses()
    const { at } = processes
    // Enrolled once, and only where an Owner acts, because that takes a second.
    let owner: Promise<string> | undefined
    const ownerToken = () =>
      (owner ??= enrolOwner(processes.world, at(0)).then(({ step }) => step.access_token))

    it('R37 returns one successor for 20 concurrent requests with the same token', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await processes.world.sql('delete from sessions')
        const { cookie } = await sessionOf(at(round), member)
        const responses = await atOnce(20, (position) => refresh(at(position), cookie))
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
        expect(new Set(responses.map(cookieOf)).size).toBe(1)
        expect(await processes.world.sql('select generation from sessions')).toEqual([
          { generation: 2 },
        ])
      }
    })

    it('R37 keeps the session while tabs that share the cookie refresh again and again', async () => {
      for (let round = 0; round < rounds; round += 1) {
        let refreshes = 0
        const session = await sessionOf(at(round), member)
        const { statuses, cookie } = await tabsOf(processes, session, () => (refreshes += 1) > 100)
        expect(statuses).toEqual(new Set([200]))
        expect((await refresh(at(1), cookie)).status).toBe(200)
      }
    })

    it.each(Object.entries(events))(
      'R42 leaves no usable token after %s on one server, although refreshes race with it on both',
      async (_, { end, isOtherKept, restore }) => {
        const { world } = processes
        for (let round = 0; round < rounds; round += 1) {
          const ending = await sessionOf(at(0), { ...member, password })
          const [row] = await world.sql('select id from sessions order by created_at desc limit 1')
          const other = await sessionOf(at(1), { ...member, password })
          const id = String(row?.['id'])
          const [person] = await world.sql('select id from users where email = $1', [member.email])
          const govern = async (method: string, act: string, body?: object) => {
            const headers = {
              ...bearer(await ownerToken()),
              ...(body && { 'content-type': 'application/json' }),
            }
            const sent = body === undefined ? null : JSON.stringify(body)
            return fetch(`${at(1).url}/api/v1/admin/users/${String(person?.['id'])}${act}`, {
              method,
              headers,
              body: sent,
            })
          }
          const race = { world, at, ending, id, other, round, govern }
          let isOver = false
          const tabs = tabsOf(processes, ending, () => isOver)
          const ended = await end(race).finally(() => (isOver = true))
          const { seen } = await tabs
          expect(ended).toMatchObject({ ok: true })
          for (const token of seen) expect((await refresh(at(round), token)).status).toBe(401)
          expect(await world.sql('select 1 from sessions where id = $1', [id])).toEqual([])
          expect((await refresh(at(1), other.cookie)).status).toBe(isOtherKept ? 200 : 401)
          await restore?.(race)
        }
      },
    )
  },
)
