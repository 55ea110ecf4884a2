#!/usr/bin/env node
import { runMcp } from '@ken/mcp-tools/stdio'

await runMcp(process).catch(({ message }: Error) => {
  process.stderr.write(`error: ${message}\n`)
  process.exitCode = 1
})
