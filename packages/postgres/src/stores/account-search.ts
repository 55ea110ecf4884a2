import type { AccountFilter } from '@ken/core/ports'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../tables.ts'

type Users = ExpressionBuilder<Tables, 'users'>

/** Escapes the wildcards of LIKE. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * Address or name contains the text, ignoring case. The index on character runs only narrows the
 * candidates.
 */
export function contains(text: string) {
  const size = Math.min(3, Array.from(text).length)
  const runs =
    size < 2 ? sql<SqlBool>`true` : sql<SqlBool>`search_runs @> ken_runs(lower(${text}), ${size})`
  return sql<SqlBool>`${runs} and search_text like lower(${`%${literal(text)}%`})`
}

/** Address or name starts with the text, ignoring case. */
export function startsWith(text: string) {
  const pattern = `${literal(text)}%`
  return sql<SqlBool>`(email collate "C" like lower(${pattern}) or lower(name) like lower(${pattern}))`
}

/** Matches all fields of the filter that are not null. */
export const matching =
  ({ text, role, status }: AccountFilter) =>
  (users: Users): Expression<SqlBool> =>
    users.and([
      ...(text === null ? [] : [contains(text)]),
      ...(role === null ? [] : [users('role', '=', role)]),
      ...(status === null ? [] : [users('status', '=', status)]),
    ])
