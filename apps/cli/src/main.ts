import { runProgram } from '@ken/cli'

await runProgram(process.argv.slice(2))
