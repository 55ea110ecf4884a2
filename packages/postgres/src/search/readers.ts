/**
 * Who a passage must allow, as SQL: a principal, or a source and a principal. Only pairs that some
 * document has or had. See `ken_access`.
 */
export const readersSql = (principals: `$${number}`, sources: `$${number}`): string => `
case when ${sources}::text[] is null then ${principals}::text[] else array(
  select distinct source || ' ' || principal from source_principals
  where source = any (${sources}::text[]) and principal = any (${principals}::text[])
) end
`
