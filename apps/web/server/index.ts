export { buildStaleConsole } from './build-stale-console.ts'
