export { startWorker, type WorkerOptions, type WorkerRole } from './start-worker.ts'
