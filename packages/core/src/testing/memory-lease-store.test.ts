import { leaseStoreContract } from './lease-store.contract.ts'
import { memoryWorld } from './memory-world.ts'

leaseStoreContract('memory', memoryWorld)
