import {
  rotationGraceMax,
  rotationGraceSeconds,
  sessionAbsoluteSeconds,
  sessionSlidingSeconds,
  type Rotated,
  type SessionRotation,
} from '@ken/core/ports'
import type { Query } from './database.ts'

export const postgresSessionRotation = (query: Query): SessionRotation => ({
  async rotate({ sessionId, generation, device, address }) {
    const [rotated] = await query<RotatedRow>('rotate_session', rotateSession, [sessionId, generation, device, address])
    if (rotated !== undefined) return live('rotated', rotated)

    // Not the newest token: by now either its successor is fresh, or somebody presents an old one.
    const [replayed] = await query<ReplayedRow>('judge_replay', judgeReplay, [sessionId, generation])
    if (replayed === undefined) return { kind: 'ended' }
    return replayed.verdict === 'grace' ? live('grace', replayed) : { kind: 'reused', userId: replayed.user_id }
  },
})

type RotatedRow = {
  user_id: RotatedUser['userId']
  role: RotatedUser['role']
  email: RotatedUser['email']
  name: string
  generation: number
  remember_me: boolean
}
type ReplayedRow = RotatedRow & { verdict: 'grace' | 'reused' }
type RotatedUser = Extract<Rotated, { readonly kind: 'rotated' | 'grace' }>

const live = (kind: RotatedUser['kind'], row: RotatedRow): RotatedUser => ({
  kind,
  generation: row.generation,
  userId: row.user_id,
  role: row.role,
  email: row.email,
  name: row.name,
  rememberMe: row.remember_me,
})

/** Later than this is within the grace window. clock_timestamp: a request that waited for the row's lock must be judged by when it got it. */
const graceBegan = `clock_timestamp() - interval '${rotationGraceSeconds} s'`

const rotateSession = `
update sessions
set generation = generation + 1,
  rotated_at = clock_timestamp(),
  earlier_rotations = case when sessions.rotated_at > ${graceBegan}
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

/** The deletion is a statement of its own, so that it stays although the caller is refused (R38). */
const judgeReplay = `
with known as (
  select sessions.id, sessions.user_id, users.role, users.email, users.name, sessions.generation, sessions.remember_me,
    case
      when sessions.rotated_at > ${graceBegan}
        and (sessions.generation = $2 + 1 or sessions.earlier_rotations[sessions.generation - $2 - 1] > ${graceBegan}) then 'grace'
      else 'reused'
    end as verdict
  from sessions join users on users.id = sessions.user_id
  where sessions.id = $1 and sessions.generation > $2 and sessions.expires_at > clock_timestamp() and users.status = 'active'
),
ended as (
  delete from sessions where id in (select id from known where verdict = 'reused')
)
select user_id, role, email, name, generation, remember_me, verdict from known
`
