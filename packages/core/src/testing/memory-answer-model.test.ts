import { answerModelContract } from './answer-model.contract.ts'
import { memoryAnswerModel } from './memory-answer-model.ts'

answerModelContract('memory', async () => {
  const model = memoryAnswerModel()
  return { model, setAway: (isAway) => model.setAway(isAway), close: async () => {} }
})
