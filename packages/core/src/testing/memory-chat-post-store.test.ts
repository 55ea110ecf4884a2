import { chatPostStoreContract } from './chat-post-store.contract.ts'
import { memoryWorld } from './memory-world.ts'

chatPostStoreContract('memory', memoryWorld)
