import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      email text not null unique
        check (email = lower(email collate "C") and email ~ '^[!-~]+@[!-~]+$' and length(email) <= 254),
      name text not null,
      password_hash text,
      sign_in_provider text not null default 'local',
      role text not null check (role in ('Owner', 'Admin', 'Member')),
      status text not null default 'active' check (status in ('active', 'deactivated')),
      must_change_password boolean not null default false,
      mfa_secret text,
      mfa_enabled_at timestamptz,
      mfa_last_step bigint,
      temp_password_expires_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      last_sign_in_at timestamptz
    )
  `.execute(database)
  await sql`
    create table groups (
      slug text primary key check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
      created_at timestamptz not null default now()
    )
  `.execute(database)
  await sql`
    create table group_members (
      slug text not null references groups on delete cascade,
      user_id uuid not null references users on delete cascade,
      primary key (user_id, slug)
    )
  `.execute(database)
  await sql`create index group_members_slug on group_members (slug)`.execute(database)
}
