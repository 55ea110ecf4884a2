import { runProgram } from '@ken/cli'

await runProgram(['worker'])
