export { deliverNotice } from './deliver-notice.ts'
