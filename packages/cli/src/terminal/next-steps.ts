import type { Run } from '@ken/composition'
import { isSetUp, listKeys, listSources, operator } from '@ken/core'
import { valueOf } from '../value-of.ts'

type Situation = {
  readonly url: string
  readonly sample: boolean
  /** How the user calls `ken`. */
  readonly ken: string
}

/** What to do next after Ken has started, depending on its content. */
export async function nextSteps(
  run: Run,
  { url, sample, ken }: Situation,
): Promise<readonly string[]> {
  const hasOwner = await run(isSetUp, undefined)
  const hasDocuments = valueOf(await run(listSources, { actor: operator })).length > 0
  const keys = valueOf(
    await run(listKeys, { actor: operator, ownerId: null, page: { after: null, limit: 1 } }),
  )

  const steps: (readonly string[])[] = []
  if (!hasOwner) {
    steps.push([
      `Create the first Owner: open ${url}/setup`,
      `or run: ${ken} init-owner --email you@example.com`,
    ])
  }
  if (!hasDocuments) {
    steps.push([
      `Import documents: ${ken} import <folder> --source wiki --allow everyone`,
      `or take the sample: ${ken} start --sample`,
    ])
  }
  if (keys.items.length === 0)
    steps.push([`Create an API key: ${ken} keys create --email you@example.com --name laptop`])
  const query = sample ? 'set up VPN' : 'your words'
  steps.push([
    'Search:',
    `curl ${url}/public/v1/search -H 'Authorization: Bearer ken_…' -H 'Content-Type: application/json' -d '{"query": "${query}"}'`,
    ...(sample ? sampleSearch(ken, url) : []),
  ])
  return [
    ...steps.flatMap(([first = '', ...rest], index) => [
      `${index + 1}. ${first}`,
      ...rest.map((line) => `   ${line}`),
    ]),
    '',
    `The API is described at ${url}/public/v1/docs`,
  ]
}

const sampleSearch = (ken: string, url: string): readonly string[] => [
  `${ken} search salary --url ${url}`,
  `and again, to find more, after: ${ken} groups add finance you@example.com`,
]
