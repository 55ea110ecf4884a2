import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const report = process.env['KEN_TEST_REPORT']

const testsOf = (folder: string) => `${folder}/src/**/*.test.ts`
/** Their tests replace globals, start worker threads or measure processor time. */
const isolated = [
  'packages/client/src/**/*.test.ts',
  'packages/crypto/src/passwords/*.test.ts',
  'packages/testing/src/services/*.test.ts',
]
/** Screens of the console on a DOM without layout, whose globals no other test has. */
const screens = ['apps/web/src/**/*-screen.test.ts']

/** Long tests in short files, which Vitest would begin last: it knows only the size of files on a fresh checkout. */
const longTests = /\/(?:cut-off-stalled|conformance|\w+-contracts)\.test\.ts$/
const isLong = ({ moduleId }: TestSpecification) => longTests.test(moduleId)

/** Tests of whole programs that wait for half a minute or more, and hardly use a processor meanwhile. */
const waitingTests =
  /\/test-e2e\/(?!console\/).*\/(?:bot-messenger|key-usage|requests|starvation|team-chat|team-chat-listener|webhook|workspace-chat)\.test\.ts$/
const isWaiting = ({ moduleId }: TestSpecification) => waitingTests.test(moduleId)
const filesPerWaiting = 7

/** Begins the files that wait early, so that the run does not end with them, and others between them, which use the processors. */
function spread(files: readonly TestSpecification[]): readonly TestSpecification[] {
  const waiting = files.filter(isWaiting)
  const others = files.filter((file) => !isWaiting(file))
  const spreadOut = waiting.flatMap((file, position) => [
    file,
    ...others.slice(position * filesPerWaiting, (position + 1) * filesPerWaiting),
  ])
  return [...spreadOut, ...others.slice(waiting.length * filesPerWaiting)]
}

class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files)
    const byProject = Map.groupBy(sorted, ({ project }) => project.name)
    return [...byProject.values()].flatMap((ofProject) => [
      ...ofProject.filter(isLong),
      ...spread(ofProject.filter((file) => !isLong(file))),
    ])
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirst },
    // The projects run in the order of their names: short tests last leave no processor idle.
    // Where files share workers, it is because starting one and importing modules takes longer than most files' tests.
    projects: [
      {
        extends: true,
        test: {
          name: 'end to end',
          include: ['test-e2e/**/*.test.ts'],
          globalSetup: './test-e2e/support/bundle-program.ts',
          isolate: false,
          // A poll mostly asks a whole program, which takes milliseconds of processor time.
          expect: { poll: { interval: 100 } },
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: screens,
          setupFiles: './apps/web/src/testing/load-screens.ts',
          // React as it is delivered: it renders everything once.
          env: { NODE_ENV: 'production' },
          isolate: false,
          // To load the modules of console, server and DOM takes as long as many tests: few workers, after all others.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['packages/*', 'apps/*'].map(testsOf),
          exclude: [...isolated, ...screens],
          isolate: false,
        },
      },
    ],
    globalSetup: './packages/testing/src/global-setup.ts',
    // Node.js loads the modules as it does for the programs: Vite would transform each one and wrap each import.
    experimental: { viteModuleRunner: false },
    // Tests of whole programs wait for most of their time.
    maxWorkers: availableParallelism() + 3,
    // Whole programs start and stop in many tests, on machines that may be slow or busy. A test whose rule is a time
    // states that time itself.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 240_000,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
})
