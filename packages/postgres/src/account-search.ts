import type { AccountFilter } from '@ken/core/ports'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from './tables.ts'

type Users = ExpressionBuilder<Tables, 'users'>

/** A pattern for LIKE in which nothing of the text is a wildcard. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** The text is somewhere in address or name, in any case. The runs of characters only narrow down what is looked at. */
export function holds(text: string) {
  const size = Math.min(3, Array.from(text).length)
  const runs = size < 2 ? sql<SqlBool>`true` : sql<SqlBool>`search_runs @> ken_runs(lower(${text}), ${size})`
  return sql<SqlBool>`${runs} and search_text like lower(${`%${literal(text)}%`})`
}

/** The address or the name begins with the text, in any case. */
export function beginsWith(text: string) {
  const pattern = `${literal(text)}%`
  return sql<SqlBool>`(email collate "C" like lower(${pattern}) or lower(name) like lower(${pattern}))`
}

/** Matches everything of the filter that is not null. */
export const matching =
  ({ text, role, status }: AccountFilter) =>
  (users: Users): Expression<SqlBool> =>
    users.and([
      ...(text === null ? [] : [holds(text)]),
      ...(role === null ? [] : [users('role', '=', role)]),
      ...(status === null ? [] : [users('status', '=', status)]),
    ])
