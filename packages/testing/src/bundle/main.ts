import { resolve } from 'node:path'
import { bundleProgram } from './bundle-program.ts'

// The program that `@ken/cli` publishes, next to its modules.
await bundleProgram(resolve(import.meta.dirname, '../../../cli/dist/program'))
