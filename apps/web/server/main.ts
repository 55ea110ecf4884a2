import { buildStaleConsole } from './build-stale-console.ts'

await buildStaleConsole((line) => console.log(line))
