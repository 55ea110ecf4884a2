import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Page = {
  readonly externalId: string
  readonly source: string
  readonly title: string
  readonly allowed: readonly string[]
  readonly body: string
}
export type ReferenceQuery = {
  readonly group: string
  readonly text: string
  /** By external id: 3 answers the query, 2 helps, 1 is related. */
  readonly grades: ReadonlyMap<string, number>
}

/** Sets of pages with almost the same text. Only the first one in a list of results is of use. */
export const twins: readonly (readonly string[])[] = [
  ['vacation', 'vacation-2024', 'vacation-2023'],
  ['failover', 'failover-copy'],
  ['fr-conges', 'fr-conges-2024'],
]

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

/** The pages of a text: a line `=== id | source | title | allowed`, then the body. */
export const pagesIn = (text: string): readonly Page[] =>
  text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf('\n')
      const [externalId = '', source = '', title = '', allowed = 'everyone'] = block
        .slice(0, end)
        .split(' | ')
      return { externalId, source, title, allowed: [allowed], body: block.slice(end + 1).trim() }
    })

/** The pages of `texts/*.txt`. */
export const pages: readonly Page[] = globSync('texts/*.txt', { cwd: import.meta.dirname })
  .toSorted()
  .flatMap((file) => pagesIn(read(file)))

/** The queries of `queries.txt`: `group | query | document:grade …`. */
export const queries: readonly ReferenceQuery[] = read('queries.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [group = '', text = '', graded = ''] = line.split(' | ')
    const grades = new Map(
      graded.split(' ').map((entry) => {
        const [externalId = '', grade = '0'] = entry.split(':')
        return [externalId, Number(grade)]
      }),
    )
    return { group, text, grades }
  })
