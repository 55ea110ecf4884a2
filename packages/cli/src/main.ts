#!/usr/bin/env node
import { oldNodeAdvice } from './process/old-node.ts'

const advice = oldNodeAdvice(process.versions.node)
if (advice === null) {
  const { runProgram } = await import('./run-program.ts')
  await runProgram(process.argv.slice(2))
} else {
  process.stderr.write(`error: ${advice}\n`)
  process.exitCode = 1
}
