import { backgroundHeartbeatsContract } from './background-heartbeats.contract.ts'
import { memoryWorld } from './memory-world.ts'

backgroundHeartbeatsContract('memory', memoryWorld)
