import { memoryWorld } from './memory-world.ts'
import { guessBudgetsContract } from './guess-budgets.contract.ts'

guessBudgetsContract('memory', memoryWorld)
