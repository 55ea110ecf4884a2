import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const report = process.env['KEN_TEST_REPORT']

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'test-e2e/**/*.test.ts'],
    globalSetup: './packages/testing/src/global-setup.ts',
    // Tests of whole programs wait about half of their time.
    maxWorkers: availableParallelism() + 1,
    // Whole programs start and stop in many tests, on machines that may be busy.
    testTimeout: 60_000,
    expect: { poll: { timeout: 5_000 } },
    hookTimeout: 60_000,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
})
