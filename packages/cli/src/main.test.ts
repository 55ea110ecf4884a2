import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const shell = (script: string) => promisify(execFile)('sh', ['-c', script, process.execPath, main])

describe('main', () => {
  it('exits quietly when the reader of its output stops', async () => {
    expect(await shell('"$0" "$1" openapi | true')).toEqual({ stdout: '', stderr: '' })
  })

  it('returns its exit code to the shell', async () => {
    expect(
      (await shell('"$0" "$1" keys 2>&1 | head -1; "$0" "$1" bogus 2> /dev/null; echo $?')).stdout,
    ).toBe('Usage: ken keys [options] [command]\n2\n')
  })
})
