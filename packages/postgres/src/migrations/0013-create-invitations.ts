import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation_imports (
      id uuid primary key,
      imported_by uuid,
      created_at timestamptz not null,
      created int not null,
      already_invited int not null,
      already_a_user int not null,
      invalid int not null
    )
  `.execute(database)
  await sql`
    create table invitations (
      id uuid primary key,
      email text not null
        check (email = lower(email collate "C") and email ~ '^[!-~]+@[!-~]+$' and length(email) <= 254),
      role text not null check (role in ('Owner', 'Admin', 'Member')),
      invited_by uuid,
      import_id uuid references invitation_imports,
      state text not null check (state in ('queued', 'sent', 'failed', 'accepted', 'expired', 'revoked')),
      created_at timestamptz not null,
      queued_at timestamptz not null,
      token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
      expires_at timestamptz,
      sending_since timestamptz,
      sent_at timestamptz,
      accepted_at timestamptz,
      revoked_at timestamptz,
      attempts int not null,
      last_error text
    )
  `.execute(database)
  await sql`
    create unique index invitations_pending on invitations (email) where state in ('queued', 'sent', 'failed')
  `.execute(database)
  await sql`create index invitations_state on invitations (state, id)`.execute(database)
  await sql`create index invitations_import on invitations (import_id, id)`.execute(database)
}
