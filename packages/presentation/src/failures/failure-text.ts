import type { KenError, KenErrorCode } from '@ken/core'
import type { Advice } from './advice.ts'
import { failureAdvice } from './failure-advice.ts'

type Text = string | ((failure: KenError) => string)

/** An invalid field of a request, and what it must be. */
export type FieldRule = { readonly field: string; readonly rule: string }

// The table pairs every code with its own failure, which an index signature cannot express.
const adviceOf = (code: KenErrorCode) => failureAdvice[code] as Advice<KenError>
const textOf = (text: Text, failure: KenError): string =>
  typeof text === 'string' ? text : text(failure)

/** What is wrong and what to do about it, in one or two sentences. */
export function failureText(failure: KenError): string {
  const advice = adviceOf(failure.code)
  if ('text' in advice) return textOf(advice.text, failure)
  return `${textOf(advice.label, failure)} ${textOf(advice.rule, failure)}.`
}

/** The same with the `ken` command that helps, for the command line. */
export function failureTextWithHint(failure: KenError): string {
  const advice = adviceOf(failure.code)
  const hint = 'hint' in advice && advice.hint !== undefined ? textOf(advice.hint, failure) : null
  return hint === null ? failureText(failure) : `${failureText(failure)} ${hint}`
}

/** The invalid field that a failure is about; null if it is not about one field. */
export function failedField(failure: KenError): FieldRule | null {
  const advice = adviceOf(failure.code)
  return 'field' in advice
    ? { field: textOf(advice.field, failure), rule: textOf(advice.rule, failure) }
    : null
}
