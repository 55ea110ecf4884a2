import { memoryWorld } from './memory-world.ts'
import { accountHoldersContract } from './account-holders.contract.ts'

accountHoldersContract('memory', memoryWorld)
