import { describe, expect, it } from 'vitest'
import { filesRefusedByLinter } from './files-refused-by-linter.ts'

const sqlOf = (expression: string) =>
  `import { sql } from 'kysely'\n\nexport const made = (text) => ${expression}\n`

describe('SQL', () => {
  it('R80 is never built from text outside migrations, which the linter checks', () => {
    const planted = {
      'packages/composition/src/destructures.ts': `import { sql as other } from 'kysely'\n\nexport const { raw } = other\n`,
      'packages/postgres/src/embeds-a-literal.ts': sqlOf('sql`select ${sql.lit(text)}`'),
      'packages/postgres/src/embeds-text.ts': sqlOf('sql`select ${sql.raw(text)}`'),
      'packages/postgres/src/takes-it-by-name.ts': sqlOf(`sql['raw'](text)`),
    }
    const lawful = {
      'packages/postgres/src/lawful.ts': sqlOf('sql`select ${text}, ${sql.ref(String.raw`a`)}`'),
      'packages/postgres/src/migrations/0001-lawful.ts': sqlOf('sql.raw(text)'),
      'packages/postgres/src/testing/lawful.ts': sqlOf('sql.raw(text)'),
    }
    expect(filesRefusedByLinter('no-restricted-properties', { ...planted, ...lawful })).toEqual(
      Object.keys(planted),
    )
  })
})
