import type { Run } from '@ken/composition'
import { isSetUp, listKeys, listSources, operator } from '@ken/core'
import { valueOf } from './command-failed.ts'

type Situation = {
  readonly url: string
  readonly sample: boolean
  /** The search path of this process. */
  readonly path: string | undefined
}

/** What to do next with a Ken that was just started, by what it has already. */
export async function nextSteps(run: Run, { url, sample, path = '' }: Situation): Promise<readonly string[]> {
  const hasOwner = await run(isSetUp, undefined)
  const hasDocuments = valueOf(await run(listSources, { actor: operator })).length > 0
  const keys = valueOf(await run(listKeys, { actor: operator, ownerId: null, before: null, limit: 1 }))
  // Whoever began with npx has no pnpm to type.
  const pnpm = path.includes('_npx') ? 'npx --yes pnpm@12' : 'pnpm'

  const steps: (readonly string[])[] = []
  if (!hasOwner) {
    steps.push([`Create the first Owner: open ${url}/setup`, `or run: ${pnpm} ken init-owner --email you@example.com`])
  }
  if (!hasDocuments) {
    steps.push([
      `Import documents: ${pnpm} ken import <folder> --source wiki --allow everyone`,
      `or take the sample: ${pnpm} start --sample`,
    ])
  }
  if (keys.length === 0) steps.push([`Create an API key: ${pnpm} ken keys create --email you@example.com --name laptop`])
  const query = sample ? 'set up VPN' : 'your words'
  steps.push([
    'Search:',
    `curl ${url}/public/v1/search -H 'Authorization: Bearer ken_…' -H 'Content-Type: application/json' -d '{"query": "${query}"}'`,
    ...(sample ? sampleSearch(pnpm, url) : []),
  ])
  return [
    ...steps.flatMap(([first = '', ...rest], index) => [`${index + 1}. ${first}`, ...rest.map((line) => `   ${line}`)]),
    '',
    `The API is described at ${url}/public/v1/docs`,
  ]
}

const sampleSearch = (pnpm: string, url: string): readonly string[] => [
  `${pnpm} ken search salary --url ${url}`,
  `and again, to find more, after: ${pnpm} ken groups add finance you@example.com`,
]
