/**
 * Records of spaces: everything in a space as one verifiable file (docs/rules/records.md).
 *
 * `format` is the file: its lines, hash chain and signatures, written and checked without a database. `exporting` reads
 * a space from one snapshot and streams it, `importing` recreates the space from a file.
 */
export { createRecordFiles } from './exporting/files.ts'
export { produceRecord } from './exporting/produce.ts'
export { withoutTexts } from './format/erase.ts'
export { BadFileLine, linesOf } from './format/file-lines.ts'
export { BrokenRecord, readRecord, type Verified } from './format/reader.ts'
export { fingerprintOf, publicKeyOf } from './format/signature.ts'
export { admitAdmin } from './importing/admin.ts'
export { importRecord } from './importing/import.ts'
export { recordsApi, type RecordServices } from './routes.ts'
