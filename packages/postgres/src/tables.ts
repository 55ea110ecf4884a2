import type {
  AccountId,
  AgentId,
  AuditEntry,
  ChallengeId,
  ChatPostId,
  ChatSource,
  DocumentId,
  DropCounts,
  Email,
  ExternalId,
  GroupSlug,
  IdentityId,
  IdentitySource,
  InvitationId,
  InvitationImportId,
  InvitationVerdict,
  KeyId,
  MessengerTransport,
  PasswordResetId,
  SessionId,
  Source,
} from '@ken/core/ports'
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

/**
 * The tables after the newest migration, as far as Kysely queries use them. Ids, addresses and actions have the types of
 * the model, because only those are inserted.
 */
export type Tables = {
  users: {
    id: AccountId
    email: Email
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
  personal_agents: { id: AgentId; owner_id: AccountId; name: string; enabled: boolean }
  groups: { slug: GroupSlug; created_at: Date }
  group_members: { slug: GroupSlug; user_id: AccountId }
  audit_log: {
    id: Generated<string>
    at: Defaulted<Date>
    actor_id: AccountId | null
    via: 'web' | 'api_key' | 'service_key' | 'chat' | 'portal' | 'cli' | 'worker'
    action: AuditEntry['action']
    target: string
    outcome: 'success' | 'failure'
    session_id: string | null
    key_id: string | null
    address: string | null
    request_id: string | null
    meta: ColumnType<Record<string, string | number | boolean | null>, string, never>
  }
  api_keys: {
    id: KeyId
    kind: Defaulted<'personal' | 'service'>
    owner_id: AccountId | null
    source: IdentitySource | null
    name: string
    key_hash: string
    prefix: string
    sources: Source[] | null
    created_by: AccountId | null
    taken_over_by: Defaulted<AccountId | null>
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
    revoked_by: ColumnType<AccountId | null, AccountId | null | undefined, AccountId | null>
    reminded_at: ColumnType<Date | null, never, Date>
    search_text: ColumnType<string, never, never>
  }
  api_key_usage: {
    key_id: KeyId
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
    id: IdentityId
    source: IdentitySource
    external_id: ExternalId
    user_id: AccountId
    created_at: Date
  }
  link_tokens: {
    user_id: AccountId
    token_hash: string
    source: IdentitySource | null
    expires_at: Date
  }
  invitation_imports: {
    id: InvitationImportId
    imported_by: AccountId | null
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
    import_id: InvitationImportId
    line: number
    email: Email | null
    verdict: InvitationVerdict
    fault: 'columns' | 'email' | 'role' | null
    invitation_id: InvitationId | null
  }
  invitations: {
    id: InvitationId
    email: Email
    role: 'Owner' | 'Admin' | 'Member'
    invited_by: AccountId | null
    import_id: InvitationImportId | null
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
    id: SessionId
    user_id: AccountId
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
    id: ChallengeId
    token_hash: string
    user_id: AccountId
    stage: 'second_factor' | 'password_change' | 'second_factor_enrolment'
    password_epoch: number
    second_factor_passed: boolean
    remember_me: boolean
    tries: Generated<number>
    expires_at: Date
  }
  password_resets: {
    id: PasswordResetId
    user_id: AccountId
    token_hash: string | null
    tries: Generated<number>
    expires_at: Date
  }
  recovery_codes: {
    user_id: AccountId
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
    post_id: ChatPostId
    channel_id: string
    root_id: ChatPostId
    posted_at: Date
    received_at: Defaulted<Date>
    is_admitted: boolean
    answer: Defaulted<string[] | null>
    rests_on: Defaulted<DocumentId[]>
    answer_for: Defaulted<AccountId | null>
    answered_at: Defaulted<Date | null>
    outcome: Defaulted<'answered' | 'linked' | 'refused' | 'undeliverable' | 'dropped' | null>
    source: ChatSource
    author_id: string | null
    placed: Defaulted<(ChatPostId | null)[]>
  }
  conversations: {
    id: string
    user_id: AccountId | null
    source: string
    meta: ColumnType<object, never, never>
  }
  messages: {
    id: string
    conversation_id: string
    user_id: AccountId | null
    role: 'person' | 'assistant'
    text: string
    rests_on: DocumentId[]
    created_at: ColumnType<Date, never, never>
  }
  source_removals: { source: Source; requested_at: Date }
  source_imports: {
    source: Source
    import_id: string | null
    at: Date
    by_operator: boolean
    imported_by: AccountId | null
    upserted: number
    removed: number
  }
  documents: {
    id: DocumentId
    source: Source
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
  document_chunks: { document_id: DocumentId; ordinal: number; heading: string; body: string }
}
