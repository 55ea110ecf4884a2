import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { consoleDocument } from './openapi.ts'
import { operationsOf } from './testing/operations.ts'

const page = readFileSync(new URL('../../../docs/administration.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => /^\| `(GET|POST|PUT|DELETE) /.test(line))
const operations = operationsOf(consoleDocument())
  .filter(({ isAdministration }) => isAdministration)
  .map(({ name, example = {}, queryNames }) => ({
    name: name.replace('/api/v1/admin', ''),
    fields: [
      ...Object.keys(example),
      ...queryNames.filter((field) => !['cursor', 'limit'].includes(field)),
    ],
  }))

describe('docs/administration.md', () => {
  it.each(operations)('has $name with its fields', ({ name, fields }) => {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`))
    expect(fields.filter((field) => row?.includes(`\`${field}\``) !== true)).toEqual([])
    expect(row).toBeDefined()
  })

  it('has no operation that Ken does not serve', () => {
    const served = new Set(operations.map(({ name }) => name))
    expect(
      rows
        .map((line) => /`([^`]+)`/.exec(line)?.[1])
        .filter((name) => name === undefined || !served.has(name)),
    ).toEqual([])
  })
})
