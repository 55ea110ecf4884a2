import type { ReferenceOperation } from '../reference-model.ts'
import { curlSample } from './curl-sample.ts'
import { pythonSample } from './python-sample.ts'
import { sampleRequest } from './sample-request.ts'
import { typescriptSample } from './typescript-sample.ts'

/** A program that calls an operation with its example. */
export type CodeSample = {
  readonly language: string
  /** For people. */
  readonly name: string
  readonly code: string
}

/** Complete programs that call an operation, in each language. */
export function codeSamples(
  serverUrl: string,
  operation: ReferenceOperation,
): readonly CodeSample[] {
  const request = sampleRequest(serverUrl, operation)
  return [
    { language: 'curl', name: 'curl', code: curlSample(request) },
    { language: 'typescript', name: 'TypeScript', code: typescriptSample(request) },
    { language: 'python', name: 'Python', code: pythonSample(request) },
  ]
}
