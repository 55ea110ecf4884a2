#!/usr/bin/env node
import { oldNodeAdvice } from './old-node.ts'

const advice = oldNodeAdvice(process.versions.node)
if (advice === null) {
  const { runMcp } = await import('@ken/mcp-tools/stdio')
  await runMcp(process).catch(({ message }: Error) => fail(message))
} else {
  fail(advice)
}

function fail(message: string): void {
  process.stderr.write(`error: ${message}\n`)
  process.exitCode = 1
}
