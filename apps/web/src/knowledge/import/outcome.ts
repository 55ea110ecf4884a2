import type { Contract } from '../../contract/contract.ts'

type Verdict = Contract['ImportedFiles']['files'][number]

/**
 * `unreadable`: the browser could not read the file. `same_name`: another file has the same path, composed differently.
 * `given_up`: sending it failed, and it was left out.
 */
export type Reason = NonNullable<Verdict['reason']> | 'unreadable' | 'same_name' | 'given_up'

/** What became of a file. */
export type Outcome = {
  readonly path: string
  readonly verdict: Verdict['verdict']
  readonly reason: Reason | null
}

/** In the order in which they are counted. */
export const verdicts = [
  'created',
  'updated',
  'unchanged',
  'superseded',
  'skipped',
  'invalid',
] as const satisfies readonly Outcome['verdict'][]

/** Whether a person has to do something about it. An empty file is probably a mistake. */
export const isFaulty = ({ verdict, reason }: Outcome): boolean =>
  verdict === 'invalid' || reason === 'empty'
