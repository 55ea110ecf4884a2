export {
  documentBytesMax,
  type FolderOptions,
  type ReadDocument,
  type ReadItem,
  type ReadOptions,
} from './read/read-item.ts'
export { formatNames } from './read/format.ts'
export { readJsonLines } from './read/read-json-lines.ts'
export { pageConverter, type ConvertedPage, type PageConverter } from './upload/page-converter.ts'
export {
  threadFileConverter,
  type ThreadFileConverter,
  type ThreadFileConverterOptions,
} from './upload/thread-file-converter.ts'
export { convertPage, type Page } from './read/page.ts'
export { countFiles, pathKind, readFolder, readPath, readUnconverted } from './read/read-path.ts'
