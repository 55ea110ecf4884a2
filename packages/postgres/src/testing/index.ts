export { passageValues } from '../search/find-passages.ts'
export { migratedDirectory } from './migrated-directory.ts'
export { migratedDatabase } from './server-world.ts'
