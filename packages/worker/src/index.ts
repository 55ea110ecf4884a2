export { prepareSearch } from './prepare-search.ts'
export { startWorker, type WorkerOptions, type WorkerRole } from './start-worker.ts'
