import { embedderContract } from './embedder.contract.ts'
import { memoryEmbedder } from './memory-embedder.ts'

embedderContract('memory', async () => {
  const embedder = memoryEmbedder()
  return {
    embedder,
    setAway: (isAway) => embedder.setAway(isAway),
    refuse: (word) => embedder.refuse(word),
    close: async () => {},
  }
})
