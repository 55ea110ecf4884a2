import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Escapes the wildcards of LIKE. */
export const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Whether a column in lower case contains the text, in any case. */
export const containsText = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`${column} like lower(${`%${literal(text)}%`})`

/**
 * Whether an index of terms, which are all runs of one to three characters, has those of the text.
 * The pieces of the text that it looks for do not overlap: each costs time, and `containsText`
 * decides. The planner does not know them, so that statistics do not change its plan.
 */
export function hasTextTerms(
  terms: RawBuilder<unknown>,
  text: string,
  others: readonly string[] = [],
): RawBuilder<SqlBool> {
  const size = Math.min(3, Array.from(text).length)
  const pieces = sql`array(
    select substr(lower(${text}), place, ${size}::int)
    from generate_series(1, greatest(length(lower(${text})) - ${size}::int + 1, 1), ${size}::int) as place
  )`
  return sql`${terms} @> (${pieces} || ${[...others]}::text[])`
}

/** Whether the address of a person starts with the text. */
export const addressStartsWith = (text: string): RawBuilder<SqlBool> =>
  sql`email collate "C" like lower(${`${literal(text)}%`})`

const peopleTerms = sql`ken_people_terms(search_text, role, status, mfa_enabled_at is not null)`
/** The index of people has texts up to this length as a whole. */
const wholeLengthMax = 3

/**
 * Whether an index of terms has the text for a person, and these other terms. It has no text of up to
 * three characters for the people whose addresses start with it.
 */
export const hasPeopleTerms = (text: string, others: readonly string[] = []): RawBuilder<SqlBool> =>
  Array.from(text).length > wholeLengthMax
    ? hasTextTerms(peopleTerms, text, others)
    : sql`${peopleTerms} @> (array['*' || lower(${text})] || ${[...others]}::text[])`
