import {
  rotationGraceMax,
  rotationGraceSeconds,
  sessionAbsoluteSeconds,
  sessionSlidingSeconds,
  type RotationResult,
  type SessionRotation,
} from '@ken/core/ports'
import type { Query } from '../database.ts'
import { sessionsLock } from '../open/server/session-locks.ts'

/**
 * On a server, `catchUp` records that it is up before a token is checked against the times when
 * servers were up.
 */
export const postgresSessionRotation = (
  query: Query,
  catchUp: () => Promise<void>,
): SessionRotation => ({
  async rotate({ sessionId, generation, device, address, reuseEntry }) {
    const [rotated] = await query<RotatedRow>('rotate_session', rotateSession, [
      sessionId,
      generation,
      device,
      address,
    ])
    if (rotated !== undefined) return live('rotated', rotated)

    // Not the newest token: either it was just rotated, or an old one is used again.
    await catchUp()
    const [replayed] = await query<ReplayedRow>('classify_replay', classifyReplay, [
      sessionId,
      generation,
      reuseEntry.actorId,
      reuseEntry.via,
      reuseEntry.action,
      reuseEntry.outcome,
      reuseEntry.sessionId,
      reuseEntry.keyId,
      reuseEntry.address,
      reuseEntry.requestId,
      JSON.stringify(reuseEntry.meta),
    ])
    if (replayed === undefined) return { kind: 'ended' }
    if (replayed.verdict === 'grace') return live('grace', replayed)
    // A statement of its own sees a code that was committed while the other one waited for the sessions.
    await query('revoke_link_codes', revokeLinkCodes, [replayed.user_id])
    return { kind: 'reused', userId: replayed.user_id }
  },
})

const revokeLinkCodes = 'delete from link_tokens where user_id = $1'

type RotatedRow = {
  user_id: RotatedUser['userId']
  role: RotatedUser['role']
  email: RotatedUser['email']
  name: string
  generation: number
  remember_me: boolean
}
type ReplayedRow = RotatedRow & { verdict: 'grace' | 'reused' }
type RotatedUser = Extract<RotationResult, { readonly kind: 'rotated' | 'grace' }>

const live = (kind: RotatedUser['kind'], row: RotatedRow): RotatedUser => ({
  kind,
  generation: row.generation,
  userId: row.user_id,
  role: row.role,
  email: row.email,
  name: row.name,
  rememberMe: row.remember_me,
})

/**
 * Longer than a restart, and shorter than the time between most rotations, so that most sessions
 * store none.
 */
const rotationRememberedSeconds = 600

/**
 * Rotations are kept for longer than the grace window, which stops during an outage. Uses
 * clock_timestamp: a request that waited for the row's lock counts from when it got it.
 */
const rememberedSince = `clock_timestamp() - interval '${rotationRememberedSeconds} s'`

const rotateSession = `
update sessions
set generation = generation + 1,
  rotated_at = clock_timestamp(),
  earlier_rotations = case when sessions.rotated_at > ${rememberedSince}
    then (array_prepend(sessions.rotated_at, sessions.earlier_rotations))[1:${rotationGraceMax - 1}] else '{}' end,
  last_active_at = clock_timestamp(),
  expires_at = least(clock_timestamp() + interval '${sessionSlidingSeconds} s', sessions.created_at + interval '${sessionAbsoluteSeconds} s'),
  device = left($3, 200),
  address = $4
from users
where sessions.id = $1 and sessions.generation = $2 and sessions.expires_at > clock_timestamp()
  and users.id = sessions.user_id and users.status = 'active'
returning sessions.user_id, users.role, users.email, users.name, sessions.generation, sessions.remember_me
`

/**
 * $1 session, $2 generation, $3 to $11 audit entry. The grace window counts only time in which a
 * server was up. Deletes and audits in one statement of its own, so that both are kept although the
 * caller is refused. Returns nothing for a reuse whose family a concurrent statement deleted.
 */
const classifyReplay = `
with presented as (
  select sessions.id, sessions.user_id, users.role, users.email, users.name, sessions.generation, sessions.remember_me,
    clock_timestamp() as judged_at,
    case when sessions.generation = $2 + 1 then sessions.rotated_at
      else sessions.earlier_rotations[sessions.generation - $2 - 1] end as replaced_at
  from sessions join users on users.id = sessions.user_id
  where sessions.id = $1 and sessions.generation > $2 and sessions.expires_at > clock_timestamp() and users.status = 'active'
),
known as (
  select presented.*,
    case when judged_at - replaced_at - coalesce((
      select sum(least(ended_at, judged_at) - greatest(began_at, replaced_at)) from server_outages
      where ended_at > replaced_at and began_at < judged_at
    ), interval '0') < interval '${rotationGraceSeconds} s' then 'grace' else 'reused' end as verdict
  from presented
),
reused as materialized (
  select id, pg_advisory_xact_lock(${sessionsLock('user_id')})::text as locked from known where verdict = 'reused'
),
ended as (
  delete from sessions where id in (select id from reused where locked is not null)
  returning id, user_id
),
audited as (
  insert into audit_log (actor_id, via, action, target, outcome, session_id, key_id, address, request_id, meta)
  select $3::uuid, $4, $5, 'user:' || user_id, $6, $7, $8::uuid, $9, $10, $11::jsonb from ended
)
select user_id, role, email, name, generation, remember_me, verdict from known
where verdict = 'grace' or id in (select id from ended)
`
