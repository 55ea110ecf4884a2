import { expect, it } from 'vitest'
import { read, sources } from './sources.ts'

const ofProcess = /\bprocess\.(?:stdout|stderr)\b|\bconsole\.(?:debug|error|info|log|trace|warn)\b/

it('only the program writes to the streams of its process, so that a test in the same process sees all output', () => {
  const writing = sources.filter(
    (file) =>
      file.startsWith('packages/') &&
      !/^packages\/testing\/|\.test\.ts$|\/testing\//.test(file) &&
      ofProcess.test(read(file)),
  )
  expect(writing).toEqual([
    'packages/cli/src/main.ts',
    'packages/cli/src/run-program.ts',
    // The text of a sample prints.
    'packages/http/src/pages/reference/samples/typescript-sample.ts',
  ])
})
