import { defineConfig } from 'vitest/config'

const report = process.env['KEN_TEST_REPORT']

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'test-e2e/**/*.test.ts'],
    globalSetup: './packages/testing/src/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
})
