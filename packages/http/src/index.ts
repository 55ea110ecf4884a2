export { createApp, type AppOptions } from './app.ts'
export { clientAddress } from './request/client-address.ts'
export { consoleFolder, readConsole, type ConsoleFiles } from './console/console-files.ts'
export { embedKen, type EmbeddedKen, type EmbedOptions } from './embed-ken.ts'
export { mountKen, type MountedKen, type MountOptions, type RequestSource } from './mount-ken.ts'
export { jsonLog, type JsonLogOptions } from './json-log.ts'
export { openApiDocument, type OpenApiDocument } from './openapi.ts'
export {
  startHttpServer,
  type HttpServerOptions,
  type RunningServer,
  type ServerLimits,
} from './server/server.ts'
