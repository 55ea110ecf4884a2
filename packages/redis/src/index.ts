export { inProcessKeyLimiter } from './in-process-key-limiter.ts'
export { connectRedis, type RedisConnection } from './redis-connection.ts'
export { redisKeyLimiter } from './redis-key-limiter.ts'
export { redisChatHealth } from './redis-chat-health.ts'
