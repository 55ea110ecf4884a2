import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { root } from '../packages/packed.ts'

/** The files that break a linter rule. */
export function filesRefusedByLinter(
  rule: string,
  files: Readonly<Record<string, string>>,
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'ken-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  const { diagnostics } = JSON.parse(runLinter(folder)) as {
    diagnostics: readonly { code: string; filename: string }[]
  }
  const refused = diagnostics
    .filter(({ code }) => code.includes(rule))
    .map(({ filename }) => filename)
  return [...new Set(refused)].toSorted()
}

function runLinter(folder: string): string {
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
  } catch (error) {
    // The linter exits with 1 if it reports a fault.
    return (error as { readonly stdout: string }).stdout
  }
}
