import {
  sessionSlidingSeconds,
  type AccountId,
  type AttemptDecision,
  type AttemptBucket,
  type PasswordHolder,
  type SignInAttempts,
} from '@ken/core/ports'
import type { Query } from '../database.ts'
import { accountColumns, accountFromRow, type AccountRow } from '../stores/people/account-row.ts'
import {
  closedBy,
  forgiveAttempt,
  attemptFrom,
  limitsOf,
  type Closed,
} from './postgres-attempt-limits.ts'
import { pauseBeforeRetry } from './pause-before-retry.ts'
import { sessionsLock } from '../open/server/session-locks.ts'

export const postgresSignInAttempts = (query: Query): SignInAttempts => ({
  async begin({ email, unknownBucket, client, accountLimit, device }) {
    const takenFrom: AttemptBucket[] = []
    for (let retries = 0; ; retries += 1) {
      // Keep an attempt already taken from the client's bucket while waiting for the account's.
      const counted = takenFrom.length === 0 ? client : null
      const values = [
        email,
        counted?.bucket ?? null,
        ...limitsOf(counted?.limit ?? null),
        ...limitsOf(accountLimit),
        device?.bucket ?? null,
        device?.userId ?? null,
        device?.passwordEpoch ?? null,
        ...limitsOf(device?.limit ?? null),
        unknownBucket,
      ]
      const [row] = await query<StartedRow>('begin_sign_in', beginSignIn, values)
      const {
        client_failures: byClient,
        account_failures: byAccount,
        device_failures: byDevice,
      } = row!
      const { account, refused, undecided } = row!
      if (device !== null && byDevice !== null) takenFrom.push(device.bucket)
      if (counted !== null && byClient !== null) takenFrom.push(counted.bucket)
      if (account !== null && byAccount !== null) takenFrom.push(account)
      if (refused === null || undecided === false) {
        const isClientThrottled = refused !== null && refused === client?.bucket
        return {
          holder: holderOf(row!),
          decision: decisionOf(row!),
          isClientThrottled,
          takenFrom,
        }
      }
      await pauseBeforeRetry(retries)
    }
  },

  async openSession(opening) {
    const { session, email, passwordEpoch, previous, entry, takenFrom, bucketToClear } = opening
    const [account] = await query<AccountRow>('open_session', openSession, [
      session.userId,
      passwordEpoch,
      session.id,
      session.device,
      session.address,
      session.rememberMe,
      previous,
      takenFrom,
      entry.actorId,
      entry.via,
      entry.action,
      entry.target,
      entry.outcome,
      entry.sessionId,
      entry.keyId,
      entry.address,
      entry.requestId,
      JSON.stringify(entry.meta),
      bucketToClear,
      email,
    ])
    return account === undefined ? null : accountFromRow(account)
  },
})

type StartedRow = HolderRow &
  Closed & {
    client_failures: number | null
    account_failures: number | null
    device_failures: number | null
    /** Null if the text is not an email address. */
    account: AttemptBucket | null
    refused: AttemptBucket | null
  }
type HolderRow = {
  /** Null if no account has the address. */
  id: AccountId | null
  email: PasswordHolder['email']
  status: PasswordHolder['status']
  password_hash: string | null
  password_epoch: number
  has_just_signed_in: boolean
}

const holderOf = ({
  id,
  email,
  status,
  password_hash: passwordHash,
  password_epoch: passwordEpoch,
  has_just_signed_in: hasJustSignedIn,
}: HolderRow): PasswordHolder | null =>
  id === null ? null : { id, email, status, passwordHash, passwordEpoch, hasJustSignedIn }

function decisionOf({
  account,
  account_failures: byAccount,
  device_failures: byDevice,
  refused,
  seconds,
}: StartedRow): AttemptDecision | null {
  const failures = byDevice ?? byAccount
  if (failures !== null) return { allowed: true, failures }
  return refused !== null && refused === account
    ? { allowed: false, retryAfterSeconds: seconds }
    : null
}

/**
 * $1 address, $2 bucket of the client, $3 to $6 its limits, $7 to $10 the limits of an account, $11
 * bucket of the device, $12 and $13 the account and password that it signed in with, $14 to $17 its
 * limits, $18 the bucket of an address without an account. A device that has used up its failures
 * is ignored. Every statement that locks both the client's and the account's row locks the client's
 * first.
 */
const beginSignIn = `
with holder as (
  select id, email, status, password_hash, password_epoch,
    coalesce(last_sign_in_at > now() - interval '1 minute', false) as has_just_signed_in
  from users where email = $1
),
guessed as (select coalesce((select 'account:' || id from holder), $18) as account),
device as (
  select $11::text as bucket from holder
  where id = $12::uuid and password_epoch = $13::int and not exists (
    select from guess_budgets where bucket = $11 and consecutive >= $17::bigint and taken_at <= clock_timestamp() - interval '1 s'
  )
),
by_device as (${attemptFrom('bucket', ['$14::int', '$15::float8', '$16::float8', '$17::bigint'], 'from device')}),
by_client as (${attemptFrom(
  '$2::text',
  ['$3::int', '$4::float8', '$5::float8', '$6::bigint'],
  'where $2 is not null and not exists (select from device)',
)}),
by_account as (${attemptFrom(
  'account',
  ['$7::int', '$8::float8', '$9::float8', '$10::bigint'],
  'from guessed where account is not null and not exists (select from device) and ($2 is null or exists (select from by_client))',
)})
select holder.*, guessed.account, by_client.failures as client_failures, by_account.failures as account_failures,
  by_device.failures as device_failures, refused.bucket as refused, closed.*
from guessed
left join holder on true
left join by_client on true
left join by_account on true
left join by_device on true
left join device on true
cross join lateral (
  select case
    when device.bucket is not null then case when by_device.failures is null then device.bucket end
    when $2 is not null and by_client.failures is null then $2
    when by_account.failures is null then guessed.account
  end as bucket
) as refused
left join lateral (${closedBy('refused.bucket', 'case refused.bucket when $2 then $6::bigint when device.bucket then $17::bigint else $10::bigint end')}) as closed on true
`

/**
 * $1 account, $2 its password epoch, $3 to $6 session, $7 the previous session, $8 the bucket that
 * counted the attempt, $9 to $18 audit entry, $19 bucket to empty, $20 the address that was
 * signed in with.
 */
const openSession = `
with account as (
  update users set last_sign_in_at = now()
  where id = $1::uuid and email = $20 and status = 'active' and password_epoch = $2
    and not must_change_password and temp_password_expires_at is null and mfa_enabled_at is null
    and not role = any((select mfa_required_roles from org_settings)::text[])
    and not exists (select from sessions where sessions.id = $7 and user_id <> users.id)
  returning ${accountColumns.join()}
),
ended as (
  delete from sessions using account
  where sessions.id = $7 and sessions.user_id = account.id and pg_advisory_xact_lock(${sessionsLock('sessions.user_id')})::text || account.id is not null
),
opened as (
  insert into sessions (id, user_id, generation, rotated_at, created_at, expires_at, device, address, last_active_at, remember_me)
  select $3::uuid, id, 1, now(), now(), now() + interval '${sessionSlidingSeconds} s', $4, $5, now(), $6 from account
),
audited as (
  insert into audit_log (actor_id, via, action, target, outcome, session_id, key_id, address, request_id, meta)
  select $9::uuid, $10, $11, $12, $13, $14, $15::uuid, $16, $17, $18::jsonb from account
),
forgiven as (
  ${forgiveAttempt(`any($8::text[])`)} and bucket <> $19 and exists (select from account)
  returning bucket
),
cleared as (
  delete from guess_budgets
  where bucket = $19::text and exists (select from account) and (select count(*) from forgiven) >= 0
)
select * from account
`
