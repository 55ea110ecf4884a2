export { migratedDirectory } from './migrated-directory.ts'
