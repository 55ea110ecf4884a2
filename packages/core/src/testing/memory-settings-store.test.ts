import { memoryWorld } from './memory-world.ts'
import { settingsStoreContract } from './settings-store.contract.ts'

settingsStoreContract('memory', memoryWorld)
