import { expect, it } from 'vitest'
import { read, sources } from './sources.ts'

const ofProgram = sources.filter(
  (file) =>
    file.startsWith('packages/') && !/^packages\/testing\/|\.test\.ts$|\/testing\//.test(file),
)
const thatMatch = (pattern: RegExp) => ofProgram.filter((file) => pattern.test(read(file)))

const streamOfProcess = /\bprocess\.(?:stdout|stderr|emitWarning)\b|\bconsole\.\w+\(/
/** A variable, or an empty collection, of a module. A WeakMap keeps nothing beyond its object. */
const kept =
  /^(?:export )?(?:let \w|const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set)(?:<.*>)?\(\))/m

it('only the program writes to the streams of its process, so that a test in the same process sees all output', () => {
  expect(thatMatch(streamOfProcess)).toEqual([
    'packages/cli/src/main.ts',
    'packages/cli/src/run-program.ts',
    // The text of a sample prints.
    'packages/http/src/pages/reference/samples/typescript-sample.ts',
  ])
})

it('no module keeps what one Ken has learned, so that two in the process of a test are like two processes', () => {
  expect(thatMatch(kept)).toEqual([
    // Segmenters, which are the same for everyone.
    'packages/core/src/model/knowledge/quotes/graphemes.ts',
    // How often the parser of PDFs has left out text, by which a thread knows that a file is damaged.
    'packages/files/src/convert/pdf/text-left-out.ts',
    // The origins to which connections may be kept. Node keeps these for the whole process, too.
    'packages/outbound/src/bounded-fetch.ts',
    // The texts of statements in the code.
    'packages/postgres/src/connections/statements/prepared-texts.ts',
    // The locks of embedded databases, for which a test starts a process.
    'packages/postgres/src/open/embedded/directory-lock.ts',
  ])
})
