import { runProgram } from '@ken/cli'

const prepareConsole = async (report: (line: string) => void) =>
  (await import('@ken/app-web')).buildStaleConsole(report)

await runProgram(['http'], { prepareConsole })
