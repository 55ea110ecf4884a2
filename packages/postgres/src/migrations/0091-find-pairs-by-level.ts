import { sql, type Kysely } from 'kysely'

/**
 * Shortens searches for passages with two words without changing a result. `ken_search` looks for them level by level, and
 * through each level once. If a word has fewer best passages than expected, the next look-up is as large as needed.
 * See docs/decisions/0080-passages-are-compared-with-fewer-forms.md.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('ken_search(int[], int[], int[], int[], text[], int)'::regprocedure) as definition
  `.execute(database)
  let [{ definition } = { definition: '' }] = rows
  // A second run changes nothing.
  if (definition.includes(changes[0]!.after)) return
  for (const { before, after } of changes) {
    if (definition.split(before).length !== 2)
      throw new Error('ken_search is not the expected function.')
    definition = definition.replace(before, () => after)
  }
  // oxlint-disable-next-line no-restricted-properties -- the function of an earlier migration, no value
  await sql.raw(definition).execute(database)
}

const changes = [
  {
    before: `
      company bigint[];
`,
    after: `
      -- The forms of the other words.
      company int[];
      last_level int;
`,
  },
  {
    before: `
      cells bigint[];
`,
    after: `
`,
  },
  {
    before: `
              target := target * 3;
`,
    after: `
              -- By how many were found of those expected.
              target := least(target * 3, greatest(target * 1.3, reach * 1.25 * opened / greatest(cardinality(documents), 1)));
`,
  },
  {
    before: `
              company := company || array(
                select (form::bigint << 8) | (tier << 4) | cell_level
                from unnest(used_forms, used_words) as entry (form, of_word),
                  generate_series(0, 7) as tier, generate_series(0, 9) as cell_level
                where of_word = drivers[other]
              );
`,
    after: `
              company := company
                || used_forms[width_bucket(drivers[other] - 1, used_words) + 1:width_bucket(drivers[other], used_words)];
`,
  },
  {
    before: `
            first := greatest(0, floor(ln(frequencies[driver] / 600) / ln(2)));
            loop
              cells := array(
                select (form::bigint << 8) | (tier << 4) | cell_level
                from unnest(word_forms) as form, generate_series(0, 7) as tier, generate_series(least(first, 9), 9) as cell_level
              );
              pairs := array(
                select passage.at
                from ken_read(
                  cells, company, readers, visible * entry_cost < greatest(opened, 20) * (1 / share - 1) * row_cost
                ) as passage
              );
              exit when first = 0 or cardinality(pairs) >= 64;
              first := greatest(0, first - 1 - floor(ln(128.0 / greatest(cardinality(pairs), 1)) / ln(2))::int);
            end loop;
`,
    after: `
            first := greatest(0, least(9, floor(ln(frequencies[driver] / 600) / ln(2))));
            last_level := 9;
            pairs := '{}';
            loop
              -- The index compares each passage of a look-up with all of its cells. So the two levels with most passages have
              -- look-ups of their own, with few cells.
              pairs := pairs || array(
                select passage.at from (
                  select array(
                      select (form::bigint << 8) | (tier << 4) | cell_level
                      from unnest(word_forms) as form, generate_series(0, 7) as tier, generate_series(low, high) as cell_level
                    ) as cells, array(
                      select (form::bigint << 8) | (tier << 4) | cell_level
                      from unnest(company) as form, generate_series(0, 7) as tier, generate_series(low, high) as cell_level
                    ) as company_cells
                  from (values (first, first), (first + 1, first + 1), (first + 2, last_level)) as part (low, high)
                  where low <= last_level offset 0
                ) as look_up cross join lateral ken_read(
                  look_up.cells, look_up.company_cells, readers,
                  visible * entry_cost < greatest(opened, 20) * (1 / share - 1) * row_cost
                ) as passage
              );
              exit when first = 0 or cardinality(pairs) >= 64;
              last_level := first - 1;
              first := greatest(0, first - 1 - floor(ln(128.0 / greatest(cardinality(pairs), 1)) / ln(2))::int);
            end loop;
`,
  },
]
