import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { parentPort } from 'node:worker_threads'

/**
 * A message to the worker, which replies with the score. Its first message says that it has loaded.
 */
export type StrengthQuestion = {
  readonly password: string
  readonly personalWords: readonly string[]
}

const scorer = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
})

/** The scorer matches whole words only, so first and last names are added separately. */
const withParts = (words: readonly string[]): string[] =>
  words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])

parentPort?.on('message', ({ password, personalWords }: StrengthQuestion) => {
  const guessable = withParts(personalWords).filter((word) => word.length > 1)
  parentPort?.postMessage(scorer.check(password, guessable).score)
})
parentPort?.postMessage('loaded')
