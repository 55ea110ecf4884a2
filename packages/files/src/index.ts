export { documentBytesMax, type FolderOptions, type ReadDocument, type ReadItem, type ReadOptions } from './read-item.ts'
export { readJsonLines } from './read-json-lines.ts'
export { countFiles, pathKind, readFolder, readPath } from './read-path.ts'
