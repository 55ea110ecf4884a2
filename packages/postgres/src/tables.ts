import type { DropCounts, InvitationVerdict, MessengerTransport } from '@ken/core/ports'
import type { ColumnType, Generated } from 'kysely'

type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>

/** The columns of the settings that the bot of every platform has. */
export type BotColumns = {
  bot_token_enc: string | null
  bot_user_id: string | null
  bot_username: string | null
  enabled: boolean
  last_test_ok: boolean | null
  last_test_at: Date | null
  updated_at: ColumnType<Date, never, never>
}

/** The tables after the newest migration, as far as Kysely queries use them. */
export type Tables = {
  users: {
    id: string
    email: string
    name: string
    password_hash: string | null
    sign_in_provider: 'local'
    role: 'Owner' | 'Admin' | 'Member'
    status: 'active' | 'deactivated'
    must_change_password: boolean
    password_epoch: number
    temp_password_expires_at: Date | null
    mfa_secret: string | null
    mfa_enabled_at: Date | null
    mfa_last_step: ColumnType<string | null, never, number>
    created_at: Date
    updated_at: Date
    last_sign_in_at: Date | null
    search_text: ColumnType<string, never, never>
  }
  personal_agents: { id: string; owner_id: string; name: string; enabled: boolean }
  groups: { slug: string; created_at: Date }
  group_members: { slug: string; user_id: string }
  audit_log: {
    id: Generated<string>
    at: Defaulted<Date>
    actor_id: string | null
    via: 'web' | 'api_key' | 'service_key' | 'chat' | 'portal' | 'cli' | 'worker'
    action: string
    target: string
    outcome: 'success' | 'failure'
    session_id: string | null
    key_id: string | null
    address: string | null
    request_id: string | null
    meta: ColumnType<Record<string, string | number | boolean | null>, string, never>
  }
  api_keys: {
    id: string
    kind: Defaulted<'personal' | 'service'>
    owner_id: string | null
    source: string | null
    name: string
    key_hash: string
    prefix: string
    sources: string[] | null
    created_by: string | null
    taken_over_by: Defaulted<string | null>
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
    revoked_by: ColumnType<string | null, string | null | undefined, string | null>
    reminded_at: ColumnType<Date | null, never, Date>
    search_text: ColumnType<string, never, never>
  }
  api_key_usage: {
    key_id: string
    hour: Date
    ok: string
    rate_limited: string
    denied: string
    failed: string
  }
  key_usage_batches: { id: string; stored_at: ColumnType<Date, never, never> }
  idempotency_keys: {
    caller_id: string
    operation: string
    key: string
    fingerprint: string
    answer: string | null
    kept_at: Date
  }
  identity_mapping: {
    id: string
    source: string
    external_id: string
    user_id: string
    created_at: Date
  }
  link_tokens: { user_id: string; token_hash: string; source: string | null; expires_at: Date }
  invitation_imports: {
    id: string
    imported_by: string | null
    created_at: Date
    created: number
    already_invited: number
    already_a_user: number
    invalid: number
    fingerprint: string | null
    progressed_at: Date | null
    is_finished: Generated<boolean>
  }
  invitation_import_lines: {
    import_id: string
    line: number
    email: string | null
    verdict: InvitationVerdict
    fault: 'columns' | 'email' | 'role' | null
    invitation_id: string | null
  }
  invitations: {
    id: string
    email: string
    role: 'Owner' | 'Admin' | 'Member'
    invited_by: string | null
    import_id: string | null
    state: 'queued' | 'sent' | 'failed' | 'accepted' | 'expired' | 'revoked'
    created_at: Date
    queued_at: Date
    token_hash: string | null
    expires_at: Date | null
    sending_since: Date | null
    sent_at: Date | null
    accepted_at: Date | null
    revoked_at: Date | null
    attempts: number
    last_error: string | null
  }
  org_settings: {
    id: number
    mfa_required_roles: ('Owner' | 'Admin' | 'Member')[]
    organisation_name: string | null
  }
  bot_messenger_settings: BotColumns & {
    api_root: string
    transport: MessengerTransport
    webhook_secret_enc: string | null
    webhook_addresses: readonly string[]
  }
  workspace_chat_settings: BotColumns & {
    transport: Defaulted<'socket' | 'http'>
    app_token_enc: string | null
    signing_secret_enc: string | null
    app_id: string | null
    workspace_id: string | null
    workspace_name: string | null
    match_by_email: boolean
    ai_features: Defaulted<boolean>
    prompts: Defaulted<readonly string[]>
    scopes: readonly string[] | null
  }
  teamchat_settings: BotColumns & { base_url: string | null }
  proxy_reports: { peer: string; seen_at: Date }
  refusal_batches: { id: string; stored_at: ColumnType<Date, never, never> }
  refusals: { target: string; window_started_at: Date; shard: number; count: string }
  sessions: {
    id: string
    user_id: string
    generation: number
    rotated_at: Date
    created_at: Date
    expires_at: Date
    device: string
    address: string | null
    last_active_at: Date
    remember_me: boolean
  }
  secret_uses: {
    id: string
    first_used_at: Generated<Date>
    last_used_at: Date
  }
  server_beats: {
    only_row: Generated<boolean>
    beat_at: Date
  }
  server_outages: {
    began_at: Date
    ended_at: Date
  }
  sign_in_challenges: {
    id: string
    token_hash: string
    user_id: string
    stage: 'second_factor' | 'password_change' | 'second_factor_enrolment'
    password_epoch: number
    second_factor_passed: boolean
    remember_me: boolean
    tries: Generated<number>
    expires_at: Date
  }
  password_resets: {
    id: string
    user_id: string
    token_hash: string | null
    tries: Generated<number>
    expires_at: Date
  }
  recovery_codes: {
    user_id: string
    code_hash: string
    used_at: ColumnType<Date | null, never, Date | null>
  }
  chat_marks: {
    bot_user_id: string
    begun_at: Date | null
    settled_at: Date | null
    requested_at: Defaulted<Date | null>
    missed_at: Defaulted<Date | null>
    limited_at: Defaulted<Date | null>
    dropped: ColumnType<DropCounts, never, never>
    dropped_batch: ColumnType<string | null, never, never>
  }
  chat_posts: {
    post_id: string
    channel_id: string
    root_id: string
    posted_at: Date
    received_at: Defaulted<Date>
    is_admitted: boolean
    answer: Defaulted<string[] | null>
    rests_on: Defaulted<string[]>
    answer_for: Defaulted<string | null>
    answered_at: Defaulted<Date | null>
    outcome: Defaulted<'answered' | 'linked' | 'refused' | 'undeliverable' | 'dropped' | null>
    source: string
    author_id: string | null
    placed: Defaulted<(string | null)[]>
  }
  conversations: {
    id: string
    user_id: string | null
    source: string
    meta: ColumnType<object, never, never>
  }
  messages: {
    id: string
    conversation_id: string
    user_id: string | null
    role: 'person' | 'assistant'
    text: string
    rests_on: string[]
    created_at: ColumnType<Date, never, never>
  }
  source_removals: { source: string; requested_at: Date }
  source_imports: {
    source: string
    import_id: string | null
    at: Date
    by_operator: boolean
    imported_by: string | null
    upserted: number
    removed: number
  }
  documents: {
    id: string
    source: string
    external_id: string
    title: string
    url: string
    body: string
    allowed: string[]
    updated_at: Date | null
    imported_at: Defaulted<Date>
    text_changed_at: Defaulted<Date>
    fingerprint: string | null
  }
  document_chunks: { document_id: string; ordinal: number; heading: string; body: string }
}
