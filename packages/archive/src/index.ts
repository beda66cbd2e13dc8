export { ObservationArchive, type ObservationAsk } from './observation-archive.ts';
export { ArchiveError, type ArchiveErrorCode } from './archive-error.ts';
export { exportTable, type ExportRequest, timeColumnOf } from './export-table.ts';
export { type Format, FORMATS, type Manifest, type ManifestFile, readManifest } from './manifest.ts';
