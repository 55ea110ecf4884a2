import { chatMarkStoreContract } from './chat-mark-store.contract.ts'
import { memoryWorld } from './memory-world.ts'

chatMarkStoreContract('memory', memoryWorld)
