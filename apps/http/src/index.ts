export { createApp, type AppOptions } from './app.ts'
export { jsonLog, type JsonLogOptions } from './json-log.ts'
export { openApiDocument, type OpenApiDocument } from './openapi.ts'
export { startHttpServer, type HttpServerOptions, type RunningServer, type ServerLimits } from './server.ts'
