import type { Migration } from 'kysely/migration'
import * as createAccounts from './0001-create-accounts.ts'
import * as createAuditLog from './0002-create-audit-log.ts'
import * as createApiKeys from './0003-create-api-keys.ts'
import * as createDocuments from './0004-create-documents.ts'
import * as keepPassagesInline from './0005-keep-passages-inline.ts'
import * as createSessions from './0006-create-sessions.ts'

/** Every migration in order. One that has landed is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-create-accounts': createAccounts,
  '0002-create-audit-log': createAuditLog,
  '0003-create-api-keys': createApiKeys,
  '0004-create-documents': createDocuments,
  '0005-keep-passages-inline': keepPassagesInline,
  '0006-create-sessions': createSessions,
}
