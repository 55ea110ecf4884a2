import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { configurationTable } from './testing/configuration-table.ts'
import { variableNames, variables } from './variables.ts'

const page = fileURLToPath(new URL('../../../../docs/configuration.md', import.meta.url))

it('docs/configuration.md contains the table of the declarations: `vitest run configuration-page -u` writes it', async () => {
  const written = readFileSync(page, 'utf8')
  const table = /^\| variable \|[^]*?(?=\n## )/m
  expect(written).toMatch(table)
  await expect(written.replace(table, configurationTable)).toMatchFileSnapshot(page)
})

const declared = variableNames.map((name) => ({ name, ...variables[name] }))

it.each(declared.filter(({ example }) => example !== undefined))(
  'the example of $name is valid',
  ({ schema, example }) => {
    expect(schema.safeParse(example).success).toBe(true)
  },
)

it.each(declared.filter(({ requiredWith }) => requiredWith !== undefined))(
  '$name is required with a variable that exists',
  ({ requiredWith }) => {
    expect(variableNames).toContain(requiredWith)
  },
)
