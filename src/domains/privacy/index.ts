export { ErasuresService } from './erasures.service';
export { type LinkedMember, OwnErasuresService } from './own-erasures.service';
export { DOCUMENT_FORMS, type DocumentForm } from './person-document';
export { type AskedExport, PersonExportsService } from './person-exports.service';
export * from './privacy.errors';
export * from './privacy.module';
