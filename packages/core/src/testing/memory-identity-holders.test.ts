import { identityHoldersContract } from './identity-holders.contract.ts'
import { memoryWorld } from './memory-world.ts'

identityHoldersContract('memory', memoryWorld)
