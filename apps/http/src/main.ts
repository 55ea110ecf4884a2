import { runProgram } from '@ken/cli'

await runProgram(['http'])
