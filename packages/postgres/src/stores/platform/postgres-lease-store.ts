import type { LeaseStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

export const postgresLeaseStore = (transaction: Transaction<Tables>): LeaseStore => ({
  async acquire(name, holder, seconds) {
    // Not the transaction's start time: it may have waited for the row since.
    const { numAffectedRows } = await sql`
      insert into leases as lease (name, holder, expires_at)
      values (${name}, ${holder}, clock_timestamp() + make_interval(secs => ${seconds}))
      on conflict (name) do update set
        holder = excluded.holder, expires_at = clock_timestamp() + make_interval(secs => ${seconds})
      where lease.holder = excluded.holder or lease.expires_at <= clock_timestamp()
        or lease.expires_at > clock_timestamp() + make_interval(secs => ${2 * seconds})
    `.execute(transaction)
    return numAffectedRows === 1n
  },

  async release(name, holder) {
    await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(transaction)
  },
})
