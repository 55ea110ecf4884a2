// Reads the reports that vitest writes.
//   report.mjs failed REPORT            prints the files with a failed test, one per line
//   report.mjs summary REPORT [AGAIN]   prints "N passed, N failed"; AGAIN is the report of the failed files, run alone
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [what, ...reports] = process.argv.slice(2)
const files = new Map()
const failedFirst = []
for (const [round, report] of reports.entries())
  for (const { name, status, assertionResults } of JSON.parse(readFileSync(report, 'utf8'))
    .testResults) {
    const count = (...states) =>
      assertionResults.filter((test) => states.includes(test.status)).length
    const path = relative(process.cwd(), name)
    const [passed, failed, skipped] = [
      count('passed'),
      count('failed'),
      count('pending', 'skipped', 'todo'),
    ]
    // A file that cannot be loaded has no tests.
    files.set(path, { passed, failed: failed || (status === 'failed' ? 1 : 0), skipped })
    if (round === 0 && files.get(path).failed > 0) failedFirst.push(path)
  }

const sum = (state) => [...files.values()].reduce((total, file) => total + file[state], 0)
if (what === 'failed') {
  for (const path of failedFirst) console.log(path)
} else {
  for (const path of failedFirst)
    if (files.get(path).failed === 0)
      console.log(`Failed beside other tests, passed alone: ${path}`)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
}
