import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column password_epoch int not null default 1`.execute(database)
  await sql`
    create table org_settings (
      id int primary key default 1 check (id = 1),
      mfa_required_roles text[] not null default '{Owner,Admin}'
    )
  `.execute(database)
  await sql`insert into org_settings default values`.execute(database)
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      generation int not null,
      rotated_at timestamptz not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      device text not null,
      address text,
      last_active_at timestamptz not null,
      remember_me boolean not null
    )
  `.execute(database)
  await sql`create index sessions_user on sessions (user_id)`.execute(database)
  await sql`
    create table sign_in_challenges (
      id uuid primary key,
      token_hash text not null unique,
      user_id uuid not null references users on delete cascade,
      stage text not null check (stage in ('second_factor', 'password_change', 'second_factor_enrolment')),
      password_epoch int not null,
      second_factor_passed boolean not null,
      remember_me boolean not null,
      tries int not null default 0,
      expires_at timestamptz not null
    )
  `.execute(database)
  await sql`create index sign_in_challenges_user on sign_in_challenges (user_id)`.execute(database)
  await sql`
    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash text not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )
  `.execute(database)
  await sql`
    create table guess_budgets (
      bucket text primary key,
      failures int not null,
      consecutive int not null,
      window_ends_at timestamptz not null,
      taken_at timestamptz not null,
      closed_until timestamptz
    )
  `.execute(database)
  await sql`create index guess_budgets_window on guess_budgets (window_ends_at)`.execute(database)
}
