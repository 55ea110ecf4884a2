import {
  analyzePassage,
  impactOf,
  type PassageTerms,
} from '../../../model/knowledge/analysis/analyze-passage.ts'
import type { AnalyzedQuery } from '../../../model/knowledge/analysis/analyze-query.ts'
import { detectLanguage } from '../../../model/knowledge/analysis/detect-language.ts'
import type { DocumentId } from '../../../model/knowledge/document.ts'
import type { Passage } from '../memory-database.ts'

/** A visible document with its passages. */
export type SearchedDocument = {
  readonly documentId: DocumentId
  readonly title: string
  readonly externalId: string
  readonly passages: readonly Passage[]
}
/** A document that matches, with the passage to quote. */
export type Match<Searched extends SearchedDocument> = Searched & {
  readonly passage: Passage
  readonly ordinal: number
  /** 0 to 1: the share of the largest score that any passage could have. */
  readonly score: number
}

const impactMax = 255

/**
 * Scores every passage by BM25, with word weights from these documents alone, and returns the
 * documents that contain a word of the query by their best passage. Equal ones are ordered by id. The
 * title is in every passage, so the passage to quote is chosen by heading and text.
 */
export function exactKeywordSearch<Searched extends SearchedDocument>(
  documents: readonly Searched[],
  query: AnalyzedQuery,
): readonly Match<Searched>[] {
  const analyzed = documents.map((document) => ({ document, passages: termsOf(document) }))
  const passages = analyzed.flatMap((each) => each.passages.map(({ searched }) => searched))
  const weighted = query.words.map(({ forms: exact, spelling, count }) => {
    const havingOf = (forms: readonly string[]) =>
      passages.filter((passage) => impactIn(passage, forms) > 0).length
    const isMisspelled = spelling !== null && havingOf(exact) === 0
    const forms = isMisspelled ? [spelling] : exact
    const having = havingOf(forms)
    return { forms, weight: having === 0 ? 0 : count * weightOf(passages.length, having) }
  })
  const largest = weighted.reduce((sum, { weight }) => sum + weight * impactMax, 0)
  const scoreOf = (passage: PassageTerms) =>
    weighted.reduce(
      (sum, { forms, weight }) => sum + (weight === 0 ? 0 : weight * impactIn(passage, forms)),
      0,
    )
  const matches = analyzed.flatMap(({ document, passages: terms }) => {
    const scores = terms.map(({ searched, quoted }, ordinal) => ({
      ordinal,
      searched: scoreOf(searched),
      quoted: scoreOf(quoted),
    }))
    const [shown] = scores.toSorted(
      (left, right) => right.quoted - left.quoted || right.searched - left.searched,
    )
    const score = Math.max(...scores.map(({ searched }) => searched))
    if (shown === undefined || score === 0) return []
    const { ordinal } = shown
    return [{ ...document, passage: document.passages[ordinal]!, ordinal, score: score / largest }]
  })
  return matches.toSorted(
    (left, right) => right.score - left.score || (left.documentId < right.documentId ? -1 : 1),
  )
}

const weightOf = (total: number, having: number): number =>
  Math.log(1 + (total - having + 0.5) / (having + 0.5))

const impactIn = ({ frequencies, length }: PassageTerms, forms: readonly string[]): number =>
  Math.max(...forms.map((form) => impactOf(frequencies.get(form) ?? 0, length)))

/** Passages are never changed in place, only replaced. */
const analyses = new WeakMap<Passage, AnalyzedTerms>()

/** What a passage is searched by, and the same without the title. */
type AnalyzedTerms = { readonly searched: PassageTerms; readonly quoted: PassageTerms }

function termsOf({ title, externalId, passages }: SearchedDocument): readonly AnalyzedTerms[] {
  const whole = () => detectLanguage([title, ...passages.map(({ text }) => text)].join('\n'))
  let language: ReturnType<typeof detectLanguage> | null = null
  return passages.map((passage, ordinal) => {
    const known = analyses.get(passage)
    if (known !== undefined) return known
    const text = {
      title,
      externalId: ordinal === 0 ? externalId : '',
      heading: passage.heading,
      body: passage.text,
      language: (language ??= whole()),
    }
    const terms = {
      searched: analyzePassage(text),
      quoted: analyzePassage({ ...text, title: '' }),
    }
    analyses.set(passage, terms)
    return terms
  })
}
