/** The exit code of a command that Ctrl-C ended. */
const interruptedCode = 130

/**
 * Ends the program with its exit code. A command that Ctrl-C interrupted ends by that signal, for which a shell reports
 * 130, and ends a script that runs it. `exit` would wait for threads that compile code in the background. They may wait
 * for this thread, for ever, if it is ended in the middle of its work.
 */
export function endProgram(
  process: Pick<NodeJS.Process, 'exit' | 'kill' | 'pid' | 'removeAllListeners'>,
  code: number,
): void {
  if (code !== interruptedCode) process.exit(code)
  process.removeAllListeners('SIGINT')
  process.kill(process.pid, 'SIGINT')
}
