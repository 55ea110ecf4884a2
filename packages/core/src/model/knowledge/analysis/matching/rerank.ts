import type { DocumentId } from '../../document.ts'
import type { AnalyzedQuery } from '../analyze-query.ts'
import { foldNearIdentical } from './fold-near-identical.ts'
import { phrasesIn } from './quoted-phrases.ts'
import { matchesIn, withSimilar, wordIndexOf, type FieldMatches } from './word-matches.ts'

/** A document that matches, with its best passage. */
export type Candidate = {
  readonly documentId: DocumentId
  /** 0 to 1, from the index. */
  readonly score: number
  readonly title: string
  readonly externalId: string
  readonly heading: string
  readonly body: string
  readonly updatedAt: Date | null
}

/** How many of the best candidates of the index are read. */
const rerankDepth = 50

/** By how much each property raises a score. */
const rewards = { nearness: 0.3, title: 0.2, completeness: 0.1 }
const rewardsMax = rewards.nearness + rewards.title + rewards.completeness

/**
 * Orders the best candidates of the index by what only their text shows: quoted phrases first, then
 * words that are close to each other, words in the title, and all words of the query. Of passages
 * that are almost the same, all but the best come last. Candidates after the first `rerankDepth`
 * keep their order. Returns the first `limit`, best first, with
 * scores from 0 to 1.
 */
export function rerank<Each extends Candidate>(
  query: AnalyzedQuery,
  candidates: readonly Each[],
  limit: number,
): readonly Each[] {
  const best = foldNearIdentical(bestFirst(query, candidates.slice(0, rerankDepth)), limit)
  const least = best.at(-1)?.score ?? 1
  const others = candidates
    .slice(rerankDepth)
    .map((each) => ({ ...each, score: each.score * least }))
  return [...best, ...others].slice(0, limit)
}

type Read<Each extends Candidate> = {
  readonly candidate: Each
  readonly title: FieldMatches
  readonly body: FieldMatches
}

type Scored<Each extends Candidate> = { readonly candidate: Each; readonly score: number }

/** The most that `scoreOf` may give a candidate whose body was not read, and a little more than its error. */
const scoreMaxOf = (query: AnalyzedQuery, { score }: Candidate, title: FieldMatches): number =>
  ((score * (1 + bodyRewardMax(query) + rewards.title * titleFit(title, query))) /
    (1 + rewardsMax)) *
  (1 + 1e-9)
const bodyRewardMax = ({ words }: AnalyzedQuery): number =>
  words.length > 1 ? rewards.nearness + rewards.completeness : 0

/** The matches of a body that cannot change the score. */
const unread: FieldMatches = { text: '', length: 0, positions: new Map() }

/**
 * The candidates with their scores by text, best first. It reads texts only until no other candidate can come before the next
 * one. It reads all of them first if the query has phrases, which count more than any score, or a word that no candidate
 * has, which may be misspelled. Bodies do not change the score for a single word that some candidate has.
 */
function* bestFirst<Each extends Candidate>(
  query: AnalyzedQuery,
  candidates: readonly Each[],
): Generator<Each, void> {
  const index = wordIndexOf(query)
  const titled = candidates
    .map((candidate) => {
      const title = matchesIn(index, `${candidate.title}\n${candidate.externalId}`)
      return { candidate, title, scoreMax: scoreMaxOf(query, candidate, title) }
    })
    .toSorted((left, right) => right.scoreMax - left.scoreMax)
  const missing = new Set(query.words.keys().filter((word) => query.words[word]?.spelling !== null))
  const mustRead = query.phrases.length > 0 || bodyRewardMax(query) > 0
  const read: Read<Each>[] = []
  let scored: Scored<Each>[] = []
  let scoredMax = -1
  for (const [at, { candidate, title }] of titled.entries()) {
    for (const word of title.positions.keys()) missing.delete(word)
    const body =
      mustRead || missing.size > 0
        ? matchesIn(index, `${candidate.heading}\n${candidate.body}`)
        : unread
    for (const word of body.positions.keys()) missing.delete(word)
    read.push({ candidate, title, body })
    if (query.phrases.length > 0 || missing.size > 0) continue
    for (const each of read.splice(0)) {
      const score = scoreOf(query, each)
      scored.push({ candidate: each.candidate, score })
      scoredMax = Math.max(scoredMax, score)
    }
    const othersMax = titled[at + 1]?.scoreMax ?? -1
    if (scoredMax <= othersMax) continue
    yield* bestOf(scored.filter(({ score }) => score > othersMax))
    scored = scored.filter(({ score }) => score <= othersMax)
    scoredMax = othersMax
  }
  const others = withMisspelled(query, read, missing)
  yield* bestOf(others.map((each) => ({ candidate: each.candidate, score: scoreOf(query, each) })))
}

function* bestOf<Each extends Candidate>(scored: readonly Scored<Each>[]): Generator<Each, void> {
  for (const { candidate, score } of scored.toSorted(byScore)) yield { ...candidate, score }
}

/**
 * Compares the words that no candidate has with similar words, and leaves out candidates that have
 * none of them: the index only knows that they share some letters.
 */
function withMisspelled<Each extends Candidate>(
  query: AnalyzedQuery,
  read: readonly Read<Each>[],
  missing: ReadonlySet<number>,
): readonly Read<Each>[] {
  if (missing.size === 0) return read
  return read
    .map(({ candidate, title, body }) => ({
      candidate,
      title: withSimilar(title, query, [...missing]),
      body: withSimilar(body, query, [...missing]),
    }))
    .filter(({ title, body }) => title.positions.size + body.positions.size > 0)
}

function scoreOf<Each extends Candidate>(
  query: AnalyzedQuery,
  { candidate, title, body }: Read<Each>,
): number {
  const reward =
    rewards.nearness * Math.max(nearnessOf(body, query), nearnessOf(title, query)) +
    rewards.title * titleFit(title, query) +
    rewards.completeness * (isComplete(query, title, body) ? 1 : 0)
  const score = (candidate.score * (1 + reward)) / (1 + rewardsMax)
  if (query.phrases.length === 0) return score
  return (score + phrasesIn(query, candidate)) / (1 + query.phrases.length)
}

/** Whether title and body together have all of several words. */
function isComplete({ words }: AnalyzedQuery, title: FieldMatches, body: FieldMatches): boolean {
  return (
    words.length > 1 &&
    words.every((_, word) => title.positions.has(word) || body.positions.has(word))
  )
}

/** 1 if all neighbours in the query are neighbours in the text, less with every word between. */
function nearnessOf({ positions }: FieldMatches, { words }: AnalyzedQuery): number {
  let sum = 0
  for (let word = 1; word < words.length; word += 1) {
    const distance = distanceOf(positions.get(word - 1), positions.get(word))
    if (distance < nearMax) sum += 1 / distance
  }
  return words.length > 1 ? sum / (words.length - 1) : 0
}
const nearMax = 10

/** The least distance of two words; backwards counts one more. Positions ascend. */
function distanceOf(left: readonly number[] = [], right: readonly number[] = []): number {
  let least = Number.POSITIVE_INFINITY
  for (let first = 0, second = 0; first < left.length && second < right.length;) {
    const [from, to] = [left[first]!, right[second]!]
    least = Math.min(least, to > from ? to - from : from - to + 1)
    if (from < to) first += 1
    else second += 1
  }
  return least
}

/** 1 if title and query have the same words; half if the title is one of two words, or has twice as many. */
function titleFit({ positions, length }: FieldMatches, query: AnalyzedQuery): number {
  if (positions.size === 0) return 0
  const asked = positions.size / query.words.length
  const shown = Math.min(1, positions.size / length)
  return (2 * asked * shown) / (asked + shown)
}

/** Among equal scores, the newer document is first. */
const byScore = <Each extends Candidate>(left: Scored<Each>, right: Scored<Each>): number =>
  right.score - left.score ||
  (right.candidate.updatedAt?.getTime() ?? 0) - (left.candidate.updatedAt?.getTime() ?? 0) ||
  (left.candidate.documentId < right.candidate.documentId ? -1 : 1)
